--- A cluster of Slurm with its controller and its only node on this machine, for one spec. All of
-- its files are in a folder of its own.

local command = require "support.command"
local file = require "support.file"
local skip = require "support.skip"

local slurm = {}

local Cluster = {}
Cluster.__index = Cluster

local DAEMONS = { "slurmd", "slurmctld", "munged" }

-- Daemons are where only root's PATH looks.
local START = [[
PATH=$PATH:/usr/sbin
mkdir -p $D/state $D/spool && chmod 755 $D && cd $D || exit 1
head -c 1024 /dev/urandom >munge.key && chmod 600 munge.key
munged --force --key-file=$D/munge.key --socket=$D/munge.socket --pid-file=$D/munged.pid \
  --log-file=$D/munged.log --seed-file=$D/munge.seed >/dev/null 2>&1 || exit 1
cat >slurm.conf <<END
ClusterName=spec
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$D/munge.socket
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool
SlurmctldPidFile=$D/slurmctld.pid
SlurmdPidFile=$D/slurmd.pid
SlurmctldLogFile=$D/slurmctld.log
SlurmdLogFile=$D/slurmd.log
SlurmctldPort=$PORT
SlurmdPort=$((PORT + 1))
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$(hostname) Default=YES State=UP
END
export SLURM_CONF=$D/slurm.conf
slurmctld >/dev/null 2>&1 && slurmd >/dev/null 2>&1 || exit 1
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sinfo -h -o %t 2>/dev/null | grep -q idle && exit 0
  sleep 1
done
exit 1
]]

--- Why no cluster can run here, or nil. munged and slurmd run only for root in this way.
function slurm.missing()
  local missing = skip.without("sbatch", "sinfo")
  for _, name in ipairs(DAEMONS) do
    missing = missing or skip.without("/usr/sbin/" .. name) and skip.without(name)
  end
  if not missing and command.output_of "id -u" ~= "0\n" then missing = "only root starts Slurm" end
  return missing
end

--- Starts one; or nil and why it does not start, with nothing left behind.
function slurm.start()
  local folder = os.tmpname()
  os.remove(folder)
  local script = folder .. ".sh"
  file.write(script, ("D=%s\nmkdir -p $D\nPORT=%d\n"):format(folder, 20000 + os.time() % 9999 * 2)
    .. START)
  local self = setmetatable({ folder = folder, environment = ("SLURM_CONF=%s/slurm.conf"):format(
    folder) }, Cluster)
  local _, status = command.output_of("sh " .. script .. " >/dev/null 2>&1")
  os.remove(script)
  if status == 0 then return self end
  self:stop()
  return nil, "Slurm does not start here"
end

--- Ends it: the processes whose numbers are in its files.
function Cluster:stop()
  for _, name in ipairs(DAEMONS) do
    command.output_of(("test ! -f %s/%s.pid || kill $(cat %s/%s.pid)"):format(self.folder, name,
      self.folder, name))
  end
  command.output_of(("sleep 1; rm -rf %s"):format(self.folder))
end

return slurm
