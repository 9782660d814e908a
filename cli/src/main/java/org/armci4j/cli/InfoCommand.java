package org.armci4j.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.TransportProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Runs {@code armci info}: prints the transports of this host and the settings. */
final class InfoCommand implements Callable<Integer> {
  private static final String JSON = "--json";
  private static final String ALL = "--all";

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private InfoCommand() {
    spec.usageMessage()
        .description("Shows the transports, the host, and the settings with where each came from.");
    spec.addOption(
        OptionSpec.builder(ALL)
            .description("Shows also the settings that only experiments change.")
            .build());
    spec.addOption(
        OptionSpec.builder(JSON)
            .description(
                "Tells programs everything, as JSON; sizes are in bytes, times in seconds.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("TRANSPORT")
            .description("Shows this transport and its settings only.")
            .type(String.class)
            .build());
  }

  static CommandSpec spec() {
    return new InfoCommand().spec;
  }

  @Override
  public Integer call() throws IOException {
    String transport = spec.commandLine().getParseResult().matchedPositionalValue(0, null);
    if (transport != null) {
      checkTransport(transport);
    }
    Settings settings = settings();
    PrintWriter out = spec.commandLine().getOut();
    if (spec.commandLine().getParseResult().hasMatchedOption(JSON)) {
      tellPrograms(settings, transport, new InfoJson(out));
    } else {
      boolean all = spec.commandLine().getParseResult().hasMatchedOption(ALL);
      tellPeople(settings, transport, all, out);
    }
    return 0;
  }

  private static Settings settings() {
    Settings settings = Settings.resolve(SettingsProvider.all());
    for (TransportProvider provider : providers(null).toList()) {
      settings = provider.tuned(settings);
    }
    return settings;
  }

  private void checkTransport(String name) {
    List<String> known = providers(null).map(TransportProvider::name).toList();
    if (!known.contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          Text.format(
              "no transport '%s'; %sthere are: %s",
              name, NearestName.advice(name, known), String.join(", ", known)));
    }
  }

  private static void tellPeople(
      Settings settings, String transport, boolean all, PrintWriter out) {
    out.println(String.join(" ", Version.lines()));
    new Table("Transports, in order of choice")
        .rows(providers(transport).map(provider -> row(provider, settings)))
        .print(out);
    providers(transport).forEach(provider -> printChoices(provider, settings, out));
    printTables(KeptTables.read(settings, transport, System.getenv()), out);
    if (transport == null) {
      new Table("Host").rows(host(settings)).print(out);
    }
    printSettings(entries(settings, transport).toList(), all, out);
    if (transport == null) {
      new Table("Programs").rows(programs()).print(out);
    }
    out.flush();
  }

  private static void tellPrograms(Settings settings, String transport, InfoJson json)
      throws IOException {
    json.value("version", Version.number());
    json.value("jdk", Runtime.version());
    json.value(
        "transports",
        providers(transport).map(provider -> transportFields(provider, settings)).toList());
    json.value("collectivesTables", KeptTables.read(settings, transport, System.getenv()));
    if (transport == null) {
      json.value("host", HostFacts.read(settings));
    }
    json.value("settings", entries(settings, transport).map(InfoCommand::settingFields).toList());
    if (transport == null) {
      json.value("examples", names(ProgramCatalog.EXAMPLES));
      json.value("benchmarks", names(ProgramCatalog.BENCHMARKS));
    }
    json.close();
  }

  /** Returns the provider of this name, or all. */
  private static Stream<TransportProvider> providers(String name) {
    return ServiceLoader.load(TransportProvider.class).stream()
        .<TransportProvider>map(ServiceLoader.Provider::get)
        .filter(provider -> name == null || provider.name().equals(name))
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

  private static void printTables(List<Map<String, Object>> tables, PrintWriter out) {
    if (!tables.isEmpty()) {
      new Table("Tables of armci tune --collectives")
          .rows(tables.stream().map(KeptTables::row))
          .print(out);
    }
  }

  private static List<String> row(TransportProvider provider, Settings settings) {
    TransportProvider.Availability found = provider.availability(settings);
    return List.of(provider.name(), found.yes() ? "yes" : "no", found.reason());
  }

  private static Map<String, Object> transportFields(
      TransportProvider provider, Settings settings) {
    TransportProvider.Availability found = provider.availability(settings);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", provider.name());
    fields.put("available", found.yes());
    fields.put("reason", found.reason());
    fields.put("choices", provider.choices(settings));
    return fields;
  }

  private static Map<String, Object> settingFields(Settings.Entry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", entry.name());
    fields.put("value", entry.value() instanceof Enum<?> ? entry.text() : entry.value());
    if (entry.value() instanceof Long) {
      fields.put("unit", "bytes");
    } else if (entry.value() instanceof Duration) {
      fields.put("unit", "seconds");
    }
    fields.put("text", entry.text());
    fields.put("origin", entry.origin());
    fields.put("documentation", entry.documentation());
    fields.put("internal", entry.internal());
    return fields;
  }

  private static Stream<List<String>> host(Settings settings) {
    return HostFacts.print(HostFacts.read(settings)).entrySet().stream()
        .map(fact -> List.of(fact.getKey(), fact.getValue()));
  }

  /** Returns all settings, or those of a transport, whose names begin with its name. */
  private static Stream<Settings.Entry> entries(Settings settings, String transport) {
    return settings.entries().stream()
        .filter(entry -> transport == null || entry.name().startsWith(transport));
  }

  /** Prints the settings; an internal one that somebody has set is always shown. */
  private static void printSettings(List<Settings.Entry> entries, boolean all, PrintWriter out) {
    List<Settings.Entry> shown =
        entries.stream().filter(entry -> all || entry.isSet() || !entry.internal()).toList();
    new Table("Settings")
        .rows(
            shown.stream()
                .map(
                    entry ->
                        List.of(entry.name(), entry.text(), entry.origin(), entry.documentation())))
        .print(out);
    int left = entries.size() - shown.size();
    if (left > 0) {
      out.println(Text.format("  %d more, which only experiments change: armci info --all", left));
    }
  }

  private static Stream<List<String>> programs() {
    return Stream.of(
        List.of("armci run", String.join(", ", names(ProgramCatalog.EXAMPLES))),
        List.of("armci bench", String.join(", ", names(ProgramCatalog.BENCHMARKS))));
  }

  private static List<String> names(String kind) {
    return List.copyOf(new ProgramNames(kind, "program").list().keySet());
  }
}
