--- What later rooms add to worlds: functions that are called with the class once it is loaded,
-- which is when a program first uses it. Files beside this one put them here.

return {}
