package org.armci4j.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.transport.TransportProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code armci info}: what there is, and what is set. */
final class InfoCommand implements Callable<Integer> {
  private static final String JSON = "--json";

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private InfoCommand() {
    spec.usageMessage()
        .description("Shows the transports, the host, and every setting with where it came from.");
    spec.addOption(
        OptionSpec.builder(JSON).description("Tells the same to programs, as JSON.").build());
  }

  static CommandSpec spec() {
    return new InfoCommand().spec;
  }

  @Override
  public Integer call() throws IOException {
    Settings settings = Settings.resolve(SettingsProvider.all());
    PrintWriter out = spec.commandLine().getOut();
    if (spec.commandLine().getParseResult().hasMatchedOption(JSON)) {
      tellPrograms(settings, new InfoJson(out));
    } else {
      tellPeople(settings, out);
    }
    return 0;
  }

  private static void tellPeople(Settings settings, PrintWriter out) {
    out.println(String.join(" ", Version.lines()));
    new Table("Transports, in order of choice").rows(transports(settings)).print(out);
    providers().forEach(provider -> printChoices(provider, settings, out));
    new Table("Host").rows(host(settings)).print(out);
    new Table("Settings").rows(settings(settings)).print(out);
    new Table("Programs").rows(programs()).print(out);
    out.flush();
  }

  private static void tellPrograms(Settings settings, InfoJson json) throws IOException {
    json.value("version", String.join(" ", Version.lines()));
    json.rows("transports", List.of("name", "available", "reason"), transports(settings));
    for (TransportProvider provider : providers().toList()) {
      json.table("choices of " + provider.name(), provider.choices(settings));
    }
    json.map("host", host(settings));
    json.rows("settings", List.of("name", "value", "origin", "documentation"), settings(settings));
    json.map("programs", programs());
    json.close();
  }

  private static Stream<List<String>> transports(Settings settings) {
    return providers().map(provider -> row(provider, provider.availability(settings)));
  }

  private static Stream<TransportProvider> providers() {
    return ServiceLoader.load(TransportProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(TransportProvider::order));
  }

  private static void printChoices(TransportProvider provider, Settings settings, PrintWriter out) {
    List<List<String>> choices = provider.choices(settings);
    if (!choices.isEmpty()) {
      new Table("What transport " + provider.name() + " can use, * is chosen")
          .rows(choices.stream())
          .print(out);
    }
  }

  private static List<String> row(
      TransportProvider provider, TransportProvider.Availability availability) {
    return List.of(provider.name(), availability.yes() ? "yes" : "no", availability.reason());
  }

  private static Stream<List<String>> host(Settings settings) {
    Path sharedMemory = Path.of(settings.get(BootstrapSettings.SHM_DIRECTORY));
    return HostFacts.read(sharedMemory).entrySet().stream()
        .map(fact -> List.of(fact.getKey(), fact.getValue()));
  }

  private static Stream<List<String>> settings(Settings settings) {
    return settings.entries().stream()
        .map(entry -> List.of(entry.name(), entry.value(), entry.origin(), entry.documentation()));
  }

  private static Stream<List<String>> programs() {
    return Stream.of(
        List.of("armci run", names(ProgramCatalog.EXAMPLES)),
        List.of("armci bench", names(ProgramCatalog.BENCHMARKS)));
  }

  private static String names(String kind) {
    return String.join(", ", new ProgramNames(kind, "program").list().keySet());
  }
}
