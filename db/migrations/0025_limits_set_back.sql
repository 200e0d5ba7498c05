-- Forty people in one room are one network to the limits. On such a day an administrator sets them back.

grant delete on rate_limits to lanai_admin;
