int *_errno(void);
#define errno (*_errno())
