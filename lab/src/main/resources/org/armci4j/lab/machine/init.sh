#!/bin/busybox sh
# First program of an emulated machine: the host's files read-only, a layer above that takes what is written and is
# gone with the machine, and the lab's folder for this run.
b=/bin/busybox
$b mount -t devtmpfs dev /dev
while read -r module; do
  $b insmod "/modules/$module"
done </modules/order
p9=trans=virtio,version=9p2000.L,msize=512000
$b mount -t 9p -o $p9,cache=loose,ro host /host
$b mount -t tmpfs -o size=60% written /written
$b mkdir /written/upper /written/work
$b mount -t overlay -o lowerdir=/host,upperdir=/written/upper,workdir=/written/work overlay /root
$b mount -t proc proc /root/proc
$b mount -t sysfs sys /root/sys
$b mount -t devtmpfs dev /root/dev
$b mkdir -p /root/dev/shm /root/dev/pts
$b mount -t tmpfs -o size=75%,mode=1777 shm /root/dev/shm
$b mount -t devpts pts /root/dev/pts
$b mount -t tmpfs -o mode=755 run /root/run
$b mkdir /root/run/lab
$b mount -t 9p -o $p9,cache=none,ro lab /root/run/lab
exec $b switch_root /root /bin/bash /run/lab/guest.sh
