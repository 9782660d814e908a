#!/bin/sh
# Makes what the lab's machines boot from, in the current folder: a kernel, its modules, an initramfs. Runs on the host,
# installs nothing. Needs apt (any Debian or derivative), dpkg-deb, xz, depmod, cpio and a static busybox.
# $1: the initramfs's init script.
set -eu

fail() {
  echo "armci lab: $1" >&2
  exit 1
}

case $(uname -m) in
  x86_64) meta=linux-image-amd64 ;;
  *) fail "machines of the type $(uname -m) are not supported, only x86_64" ;;
esac

# Finds the newest kernel's package and downloads it.
download() {
  package=$(apt-cache depends --no-recommends --no-suggests "$meta" 2>apt.log \
    | sed -n 's/^ *Depends: *\(linux-image-[^ ]*\)$/\1/p' | head -n 1)
  if [ -z "$package" ]; then
    echo "apt knows no kernel package $meta (Debian has it, others may not)" >>apt.log
    return 1
  fi
  echo "armci lab: fetching $package for the emulated machines (once, 70 MB)" >&2
  apt-get -qq download "$package" 2>>apt.log
}

# Absent or old package lists are the usual reason why it fails, and root can fetch new ones.
download || { [ "$(id -u)" = 0 ] && apt-get -qq update 2>>apt.log && download; } || {
  cat apt.log >&2
  fail "could not download a kernel package; is the package list fresh ('apt-get update') and the network there?"
}

# Of the modules only what an emulated machine with software RDMA can use: 30 MB instead of 330 MB.
dpkg-deb --fsys-tarfile ./*.deb | tar -x --wildcards --no-wildcards-match-slash \
  './boot/vmlinuz-*' './lib/modules/*/modules.*' './lib/modules/*/kernel/drivers/net/*.ko' \
  './lib/modules/*/kernel/drivers/infiniband/*' './lib/modules/*/kernel/drivers/virtio/*' \
  './lib/modules/*/kernel/drivers/char/*.ko' './lib/modules/*/kernel/net' './lib/modules/*/kernel/lib' \
  './lib/modules/*/kernel/crypto' './lib/modules/*/kernel/arch' \
  './lib/modules/*/kernel/fs/9p' './lib/modules/*/kernel/fs/netfs' './lib/modules/*/kernel/fs/fscache' \
  './lib/modules/*/kernel/fs/overlayfs' './lib/modules/*/kernel/fs/configfs' 2>tar.log || true
rm -f ./*.deb
release=$(ls lib/modules)
ls boot/vmlinuz-"$release" >/dev/null || fail "the package $package holds no kernel"
depmod -b "$PWD" "$release"

# The kernel inside the self-extracting image boots as it is and saves 2 s of unpacking in an emulated machine. Offsets
# are those of the Linux boot protocol: setup_sects at 0x1f1, payload_offset at 0x248, payload_length at 0x24c.
field() {
  od -A n -t "$1" -j "$2" -N "$3" "boot/vmlinuz-$release" | tr -d ' '
}
start=$((($(field u1 497 1) + 1) * 512 + $(field u4 584 4)))
tail -c +$((start + 1)) "boot/vmlinuz-$release" | head -c "$(field u4 588 4)" | xz -dc --single-stream >kernel 2>/dev/null || true
[ "$(head -c 4 kernel | tail -c 3)" = ELF ] || cp "boot/vmlinuz-$release" kernel

# The initramfs: busybox, and the modules that reach the host's files, in the order in which they load.
mkdir -p initramfs/bin initramfs/modules initramfs/dev initramfs/proc initramfs/host initramfs/written initramfs/root
busybox=$(command -v busybox)
cp "$busybox" initramfs/bin/busybox
initramfs/bin/busybox true || fail "$busybox does not run"
if ldd initramfs/bin/busybox >/dev/null 2>&1; then
  fail "$busybox is not a static one: apt-get install busybox-static"
fi
for name in virtio_pci 9pnet_virtio 9p overlay virtio_console; do
  modprobe -d "$PWD" -S "$release" --show-depends "$name" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | awk '!seen[$0]++' >modules.order
while read -r file; do
  cp "$file" initramfs/modules/
  echo "${file##*/}" >>initramfs/modules/order
done <modules.order
cp "$1" initramfs/init
chmod 755 initramfs/init
(cd initramfs && find . | cpio -o -H newc --quiet) >initrd
rm -rf initramfs modules.order boot apt.log tar.log
