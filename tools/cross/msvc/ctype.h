int isalnum(int byte);
int isalpha(int byte);
int isdigit(int byte);
int isspace(int byte);
int tolower(int byte);
int toupper(int byte);
