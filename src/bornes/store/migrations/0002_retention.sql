-- For how long each table has been idle, in milliseconds of uptime: the time that servers of this database have run.
-- Programs that do not know these columns would not reset them, so they must leave the database alone.
PRAGMA user_version = 2;

ALTER TABLE tables ADD COLUMN idle_since INTEGER;         -- the first check that saw it as it is; none since an entry
ALTER TABLE tables ADD COLUMN announced_uptime INTEGER;   -- when its removal was announced, if it was
ALTER TABLE tables ADD COLUMN announced_wall INTEGER;     -- the same moment by the time of day

CREATE INDEX tables_active ON tables (key) WHERE idle_since IS NULL;
CREATE INDEX tables_idle ON tables (idle_since) WHERE idle_since IS NOT NULL;
CREATE INDEX tables_announced ON tables (announced_uptime) WHERE announced_uptime IS NOT NULL;
