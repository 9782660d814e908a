# Sets up one machine of the lab, runs the command on the first machine, and ends the machine. Runs as its first
# process. /run/lab is the run's folder on the host (read-only): settings, environment, command, and the keys for ssh.
. /run/lab/settings
for word in $(</proc/cmdline); do
  case $word in lab.host=*) me=${word#*=} ;; esac
done
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root

# Sets $port to the device of the named virtual serial port.
port() {
  for entry in /sys/class/virtio-ports/*; do
    if [ "$(<"$entry/name")" = "$1" ]; then
      port=/dev/${entry##*/}
      return
    fi
  done
  echo "no port $1" >/dev/console
}

# Ends the machine at once, which ends its process on the host. ($1: a complaint for the console.)
end() {
  [ -z "${1:-}" ] || echo "lab: $1" >/dev/ttyS0
  echo b >/proc/sysrq-trigger
  sleep 60
}

exec </dev/null >/dev/ttyS0 2>&1
hostname "host$me"
ip link set lo up
{
  echo '127.0.0.1 localhost'
  for ((host = 1; host <= hosts; host++)); do
    echo "10.9.0.$host host$host"
  done
} >/etc/hosts
# Bash, started by sshd, would read the user's own start-up files; this shell reads none.
sed -i '/^root:/s,[^:]*$,/bin/sh,' /etc/passwd
ln -s /proc/self/fd /dev/fd
for number in 0 1 2; do
  names=(stdin stdout stderr)
  ln -s "/proc/self/fd/$number" "/dev/${names[number]}"
done
mkdir -p /lib/modules
mount --bind "$modules" /lib/modules
p9=trans=virtio,version=9p2000.L,msize=512000
mkdir -p "$out" && mount -t 9p -o $p9,cache=mmap out "$out" || end "cannot mount the output folder $out"

# Gives the network device $1 the address $2 and puts the RDMA device $3 on it.
device() {
  ip link set "$1" mtu 4500 up && ip addr add "$2/24" dev "$1" && rdma link add "$3" type rxe netdev "$1" \
    || end "cannot make the RDMA device $3 on $1"
}

# Routes packets from $1 to $2, both addresses of this machine, through the device $3, by table $4.
wire() {
  ip route add "$2" dev "$3" src "$1" table "$4"
  ip rule add pref 10 iif lo from "$1" to "$2" lookup "$4"
}

modprobe -a rdma_rxe rdma_ucm ib_uverbs || end 'cannot load the RDMA modules'
if [ "$wired" = no ]; then
  ip link add rail0 type dummy
  device rail0 10.9.0.1 rxe0
elif [ "$hosts" = 1 ]; then
  for which in all default; do
    echo 0 >/proc/sys/net/ipv4/conf/$which/rp_filter
    echo 1 >/proc/sys/net/ipv4/conf/$which/accept_local
    echo 1 >/proc/sys/net/ipv4/conf/$which/arp_ignore
  done
  ip rule add pref 100 lookup local
  ip rule del pref 0
  for ((rail = 0; rail < rails; rail++)); do
    ip link add "rail$rail" type veth peer name "rail${rail}b"
    ip link set "rail${rail}b" up
    device "rail$rail" "10.9.$rail.1" "rxe$rail"
    device "rail${rail}b" "10.9.$rail.2" "rxe${rail}b"
    wire "10.9.$rail.1" "10.9.$rail.2" "rail$rail" $((100 + 2 * rail))
    wire "10.9.$rail.2" "10.9.$rail.1" "rail${rail}b" $((101 + 2 * rail))
  done
else
  modprobe virtio_net
  for ((rail = 0; rail < rails; rail++)); do
    for entry in /sys/class/net/*; do
      if [ "$(<"$entry/address")" = "$(printf '52:54:00:09:%02x:%02x' "$rail" "$me")" ]; then
        ip link set "${entry##*/}" name "rail$rail"
      fi
    done
    device "rail$rail" "10.9.$rail.$me" "rxe$rail"
  done
fi

# The user of the command: root, or an ordinary user with a limit of locked memory.
ulimit -n "$(ulimit -Hn)"
ulimit -l unlimited
as_user=()
if [ -n "$lockedKibibytes" ]; then
  user=lab
  echo 'lab:x:64321:64321::/tmp:/bin/sh' >>/etc/passwd
  echo 'lab:x:64321:' >>/etc/group
  # Opens folders to this user that only root can enter on the host.
  for folder in "${opened[@]}"; do
    while [ "$folder" != / ]; do
      chmod o+x "$folder"
      folder=${folder%/*}
      folder=${folder:-/}
    done
  done
  ulimit -l "$lockedKibibytes"
  as_user=(setpriv --reuid lab --regid lab --clear-groups)
else
  user=root
fi

if [ "$hosts" -gt 1 ]; then
  mkdir -p /run/sshd /run/ssh
  cp /run/lab/id /run/lab/id.pub /run/ssh/
  cp /run/lab/id /run/ssh/host_key
  chown "$user" /run/ssh/id
  chmod 600 /run/ssh/id /run/ssh/host_key
  # Sshd refuses a locked account (!). An account with * has no password, but is not locked.
  printf '%s:*:19000:0:99999:7:::\n' root lab >/etc/shadow
  echo "host1,host2,10.9.0.1,10.9.0.2 $(</run/lab/id.pub)" >/run/ssh/known_hosts
  # The key exchange is the cheapest to emulate.
  printf '%s\n' 'Host host1 host2 10.9.*' 'IdentityFile /run/ssh/id' 'IdentitiesOnly yes' 'BatchMode yes' \
    'UserKnownHostsFile /run/ssh/known_hosts' 'StrictHostKeyChecking yes' 'LogLevel ERROR' \
    'KexAlgorithms curve25519-sha256' >/etc/ssh/ssh_config
  printf '%s\n' 'HostKey /run/ssh/host_key' 'AuthorizedKeysFile /run/ssh/id.pub' 'StrictModes no' 'UsePAM no' \
    'PasswordAuthentication no' 'PermitRootLogin prohibit-password' 'UseDNS no' 'MaxStartups 1000' 'MaxSessions 1000' \
    'ForceCommand . /run/lab/environment; exec bash --norc -c "$SSH_ORIGINAL_COMMAND"' >/run/ssh/sshd_config
  /usr/sbin/sshd -f /run/ssh/sshd_config -E /dev/ttyS0 || end 'cannot start sshd'
fi

port control
exec 3>"$port"
if [ "$me" != 1 ]; then
  echo up >&3
  sleep infinity
  end
fi
if [ "$hosts" -gt 1 ]; then
  limit=$((SECONDS + 120))
  until timeout 10 bash -c '</dev/tcp/host2/22' 2>/dev/null; do
    [ $SECONDS -lt $limit ] || end 'no answer from host2 within 120 s'
    sleep 0.2
  done
fi
echo up >&3

# Uses pipes, as a program may open its output again by name, which a port allows once. Processes that the command
# leaves running are killed, so that the pipes end.
port out
mkfifo /run/out /run/err
cat </run/out >"$port" &
copies=$!
port err
cat </run/err >"$port" &
copies="$copies $!"
cd /
setsid -w "${as_user[@]}" bash /run/lab/command >/run/out 2>/run/err 3>&-
code=$?
for process in /proc/[0-9]*; do
  case " 1 $copies " in
    *" ${process#/proc/} "*) ;;
    *) kill -KILL "${process#/proc/}" 2>/dev/null ;;
  esac
done
wait $copies
echo "exit $code" >&3
end
