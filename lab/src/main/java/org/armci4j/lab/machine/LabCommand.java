package org.armci4j.lab.machine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.text.Text;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code armci lab}: runs a command in an emulated machine that has RDMA devices. */
public final class LabCommand implements Callable<Integer> {
  private static final List<String> PASSED_ON =
      List.of("PATH", "JAVA_HOME", "HOME", "LANG", "LC_ALL", "TERM");

  private static final int FAILED = 1;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private LabCommand() {
    spec.parser().stopAtPositional(true); // options after the command's name belong to the command
    spec.usageMessage()
        .description(
            "Runs a command in an emulated machine with software RDMA devices. It sees this host's"
                + " files, in the same places; what it writes vanishes with the machine, except in"
                + " the folder that "
                + LabPlan.OUTPUT_VARIABLE
                + " names.")
        .footer("", "The exit code is the command's. Example: armci lab -- ibv_devinfo");
    number(
        "--hosts",
        "N",
        "1",
        "Machines, 1 or 2, joined by a network: host1, host2. %s if not said.");
    number(
        "--rails",
        "N",
        "0",
        "RDMA devices per machine, joined by wires that tc can slow;"
            + " one without a wire if not said.");
    text(
        "--accel",
        "kvm|tcg",
        "How QEMU runs the machine; the fastest that works here if not said.");
    text("--memory", "MIB", "Memory of each machine; 6144 for one, 3072 for two if not said.");
    text(
        "--cpus",
        "N",
        "Cores of each machine; 2 if not said, or 1 where a QEMU before 8.1 emulates them, which"
            + " with more may run code in halves that a JVM has just changed.");
    text(
        "--locked-memory",
        "KIB",
        "Runs the command as an ordinary user who may lock only this"
            + " much memory; as root without a limit if not said.");
    spec.addOption(
        OptionSpec.builder("--env")
            .paramLabel("NAME[=VALUE]")
            .type(String[].class)
            .arity("1")
            .description(
                "Environment variable of the command, with this host's value if none is"
                    + " said; may be repeated.")
            .build());
    text(
        "--out",
        "DIR",
        "Folder that keeps what the command writes there; target/lab of the"
            + " checkout if not said.");
    number(
        "--timeout",
        "SECONDS",
        "1200",
        "Ends all with exit code 124 after this time; %s if not said.");
    text(
        "--cache",
        "DIR",
        "Folder of the kernel, made on first use;" + " ~/.cache/armci4j/lab if not said.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("1..*")
            .required(true)
            .paramLabel("COMMAND [ARGUMENTS]")
            .description("What to run, in this directory.")
            .hideParamSyntax(true)
            .type(String[].class)
            .build());
  }

  /** Returns the description of the command for picocli. */
  public static CommandSpec spec() {
    return new LabCommand().spec;
  }

  private void number(String name, String label, String otherwise, String description) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(Integer.class)
            .defaultValue(otherwise)
            .description(description.replace("%s", otherwise))
            .build());
  }

  private void text(String name, String label, String description) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .description(description)
            .build());
  }

  @Override
  public Integer call() {
    try {
      return run(plan(System.getenv()));
    } catch (LabException expected) {
      spec.commandLine().getErr().println("armci: " + expected.getMessage());
      return FAILED;
    }
  }

  private static int run(LabPlan asked) {
    Tools tools = Tools.ofThisHost();
    tools.provideForRun(asked.hosts());
    LabPlan plan = asked.withCores(DefaultCores::here);
    Path boot = new BootCache(plan.cache()).provide(tools);
    return Lab.run(
        plan,
        boot,
        new Machine.CommandOutput(
            new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err)));
  }

  /** Returns the plan of the command line, on a host with these variables. */
  LabPlan plan(Map<String, String> host) {
    ParseResult options = spec.commandLine().getParseResult();
    int hosts = between("--hosts", 1, 2);
    Path home = Path.of(System.getProperty("armci.home", ".")).toAbsolutePath().normalize();
    Path output =
        Path.of(options.matchedOptionValue("--out", home.resolve("target/lab").toString()));
    String cache = options.matchedOptionValue("--cache", null);
    Path absoluteOutput = output.toAbsolutePath().normalize();
    return new LabPlan(
        hosts,
        between("--rails", 0, 8),
        acceleration(),
        whole("--memory", hosts == 1 ? 6144 : 3072, 512),
        whole("--cpus", LabPlan.CORES_NOT_SAID, 1),
        whole("--locked-memory", -1, 0),
        Duration.ofSeconds(between("--timeout", 1, 1_000_000)),
        cache == null ? BootCache.usualFolder(host) : Path.of(cache).toAbsolutePath().normalize(),
        home,
        Path.of("").toAbsolutePath(),
        absoluteOutput,
        environment(host, absoluteOutput),
        Arrays.asList(options.matchedPositionalValue(0, new String[0])));
  }

  private Acceleration acceleration() {
    String name = spec.commandLine().getParseResult().matchedOptionValue("--accel", null);
    return switch (name) {
      case null -> Acceleration.best();
      case "kvm" -> Acceleration.KVM;
      case "tcg" -> Acceleration.TCG;
      default -> throw refuse("--accel: kvm or tcg, not '" + name + "'");
    };
  }

  private Map<String, String> environment(Map<String, String> host, Path output) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String name : PASSED_ON) {
      if (host.containsKey(name)) {
        environment.put(name, host.get(name));
      }
    }
    environment.put(LabPlan.OUTPUT_VARIABLE, output.toString());
    ParseResult options = spec.commandLine().getParseResult();
    for (String entry : options.matchedOptionValue("--env", new String[0])) {
      int equals = entry.indexOf('=');
      String name = equals < 0 ? entry : entry.substring(0, equals);
      if (!Shell.isName(name)) {
        throw refuse("--env: '" + entry + "' is not NAME or NAME=VALUE");
      }
      if (equals < 0 && !host.containsKey(name)) {
        throw refuse("--env: this host has no variable " + name + "; give its value: NAME=VALUE");
      }
      environment.put(name, equals < 0 ? host.get(name) : entry.substring(equals + 1));
    }
    return environment;
  }

  private int between(String option, int least, int most) {
    int value =
        spec.commandLine()
            .getParseResult()
            .matchedOptionValue(option, Integer.valueOf(spec.findOption(option).defaultValue()));
    if (value < least || value > most) {
      throw refuse(Text.format("%s: %d to %d, not %d", option, least, most, value));
    }
    return value;
  }

  private int whole(String option, int otherwise, int least) {
    String text = spec.commandLine().getParseResult().matchedOptionValue(option, null);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException noNumber) {
      // Refused below.
    }
    throw refuse(Text.format("%s: '%s' is not a whole number from %d", option, text, least));
  }

  private ParameterException refuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
