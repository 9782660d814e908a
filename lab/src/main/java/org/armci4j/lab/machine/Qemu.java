package org.armci4j.lab.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/** Builds the command line of QEMU for one machine. */
final class Qemu {
  static final String CONTROL = "control";
  static final String OUT = "out";
  static final String ERR = "err";

  private static final String KERNEL_OPTIONS =
      "console=ttyS0 quiet panic=-1 tsc=reliable mitigations=off random.trust_cpu=on nokaslr"
          + " audit=0 no_timer_check";

  private Qemu() {}

  /**
   * Returns the command that emulates a machine. The machine ends with the thread that starts it.
   *
   * @param host number of the machine; 1 runs the command
   */
  static List<String> command(LabPlan plan, int host, Path boot, RunFolder folder) {
    List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
    words.addAll(List.of("qemu-system-x86_64", "-name", "armci-lab-host" + host, "-M", "q35"));
    words.addAll(plan.acceleration().options());
    words.addAll(List.of("-smp", Integer.toString(plan.cores())));
    words.addAll(List.of("-m", Integer.toString(plan.memoryMebibytes())));
    words.addAll(List.of("-nodefaults", "-no-user-config", "-no-reboot"));
    words.addAll(List.of("-display", "none", "-monitor", "none"));
    String console = escape(folder.console(host));
    words.addAll(List.of("-chardev", "file,id=console,append=on,path=" + console));
    words.addAll(List.of("-serial", "chardev:console"));
    words.addAll(List.of("-kernel", boot.resolve("kernel").toString()));
    words.addAll(List.of("-initrd", boot.resolve("initrd").toString()));
    words.addAll(List.of("-append", KERNEL_OPTIONS + " lab.host=" + host));
    share(words, "host", Path.of("/"), ",readonly=on,multidevs=remap");
    share(words, "lab", folder.guest(), ",readonly=on");
    share(words, "out", plan.output(), "");
    words.addAll(List.of("-device", "virtio-serial-pci"));
    ports(host).forEach(name -> port(words, name, folder.port(host, name)));
    for (int rail = 0; rail < plan.links(); rail++) {
      link(words, rail, host, folder.link(rail));
    }
    return words;
  }

  /** Returns the names of a machine's virtual serial ports. */
  static List<String> ports(int host) {
    return host == 1 ? List.of(CONTROL, OUT, ERR) : List.of(CONTROL);
  }

  private static void share(List<String> words, String tag, Path path, String options) {
    words.add("-fsdev");
    words.add(Text.format("local,id=%s,path=%s,security_model=none%s", tag, escape(path), options));
    words.add("-device");
    words.add(Text.format("virtio-9p-pci,fsdev=%s,mount_tag=%s", tag, tag));
  }

  private static void port(List<String> words, String name, Path socket) {
    words.add("-chardev");
    words.add(Text.format("socket,id=%s,path=%s", name, escape(socket)));
    words.add("-device");
    words.add(Text.format("virtserialport,chardev=%s,name=%s", name, name));
  }

  /** Joins two machines: the first listens on a Unix socket, so no network port is used. */
  private static void link(List<String> words, int rail, int host, Path socket) {
    words.add("-netdev");
    words.add(
        Text.format(
            "stream,id=rail%d,server=%s,addr.type=unix,addr.path=%s",
            rail, host == 1 ? "on" : "off", escape(socket)));
    words.add("-device");
    words.add(
        Text.format("virtio-net-pci,netdev=rail%d,mac=52:54:00:09:%02x:%02x", rail, rail, host));
  }

  /** Doubles commas, as a single one ends a value of QEMU's options. */
  private static String escape(Path path) {
    return path.toString().replace(",", ",,");
  }
}
