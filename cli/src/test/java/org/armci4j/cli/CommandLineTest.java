package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.armci4j.arrays.ArraysSettings;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Command lines that start nothing. */
class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int armci(String... words) {
    return execute(Main.commandLine(), words);
  }

  private int execute(CommandLine line, String... words) {
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run mg | --ranks",
        "run -n | --ranks",
        "run -n 0 PROBE | a job has 1 to 65536 ranks, not 0",
        "run -n many PROBE | 'many' is not an int",
        "run -n 2 | say which example to run: ",
        "run -n 2 nowhere.jar | there is no jar 'nowhere.jar'",
        "run -n 2 -jar nowhere.jar -n | there is no jar 'nowhere.jar'",
        "run -n 2 Nowhere.java | there is no source file 'Nowhere.java'",
        "run -n 2 --hosts=localhost Hello.java | a source file runs on this host only",
        "run -n 2 -m one/Main | say with -p where the module 'one/Main' is",
        "run -n 2 -p . -m one/Main | no module 'one' at .",
        "run -n 2 -cp nowhere no.such.Type | there is no file or folder nowhere",
        "run -n 2 --output all.log PROBE | each rank needs a file of its own",
        "run -n 2 --threads --output {rank} PROBE | --output and --threads do not go together",
        "run -n 2 --spares 1 --threads PROBE | --spares and --threads do not go together",
        "run -n 2 --spares 1 --on-failure abort PROBE | --on-failure abort would end the job"
            + " instead",
        "run -n 2 --on-failure replace PROBE | say with --spares how often",
        "run -n 1 --spares 1 PROBE | a rank alone has nobody to meet again",
        "run -n 2 --spares 0 PROBE | '0' is not a number above 0",
        "run -n 2 --debug 2 PROBE | ranks are 0 to 1",
        "run -n 2 --debug 1:70000 PROBE | ports 1 to 65535",
        "run -n 2 --debug one PROBE | say a rank, or rank:port, not 'one'",
        "run -n 2 --threads --jvm-arg=-Da={rank} PROBE | leave {rank} out",
        "run -n 2 --threads --env=A={rank} PROBE | leave {rank} out",
        "run -n 2 hello world | hello takes no arguments, and got: world",
        "bench --debug 1 rma | no option '--debug'",
        "run --rank 2 PROBE | no option '--rank' (did you mean --ranks?)",
        "rnu -n 2 hello | no command 'rnu' (did you mean run?); commands: run, bench, tune",
        "hello | no command 'hello' (did you mean: armci run -n 2 hello?)",
        "info vrebs | no transport 'vrebs'; did you mean verbs?",
        "new 2Heat | '2Heat' is no name of a project",
        "run -n 2 no.such.Type | no class 'no.such.Type' on the class path",
        "run -n 2 nothing | no example 'nothing'; examples: ",
        "run -n 2 prob | did you mean probe?",
        "run -n 2 -cp . Nope | no class 'Nope' on the class path",
        "run -n 2 -Xmx2g PROBE | say --jvm-arg=-Xmx2g",
        "run -n 2 --add-modules=java.sql PROBE | say --jvm-arg=--add-modules=java.sql",
        "run -n 2 --stdin=some PROBE | --stdin: 'some' is none of none, 0, all",
        "run -n 2 -cp caf\uFFFD PROBE | set LC_ALL=C.UTF-8",
        "run -n 2 caf\uFFFD/x.jar | set LC_ALL=C.UTF-8",
        "new caf\uFFFD/heat | set LC_ALL=C.UTF-8",
        "run -n 2 --env=x PROBE | 'x' is not NAME=VALUE",
        "run -n 2 --timeout=0 PROBE | '0' is not a number of seconds",
        "run -n 2 --timeout=soon PROBE | 'soon' is not a number of seconds",
        "run -n 2 --transport=pigeon PROBE | no transport 'pigeon'; there are: auto, local, shm",
        "run -n 2 --unknown PROBE | no option '--unknown'",
        "tune -n 1 | it measures between two ranks",
        "bench none | no suite 'none'",
        "run -n 2 PROBE \uFFFD | set LC_ALL=C.UTF-8",
        "walk | 'walk'",
        "help walk | no command 'walk'; commands: run, bench, tune, info, new, version,"
            + " completion, help, lab, simulate, storm;",
        "help simulate path | no command 'path' (did you mean paths?); commands: paths",
        "help run walk | armci run has no commands of its own, such as 'walk'",
      })
  void aMistakeIsToldInALine(String line, String message) {
    int exitCode = armci(line.replace("PROBE", Probe.class.getName()).split(" "));
    assertEquals(2, exitCode);
    assertTrue(err.toString().contains(message), err::toString);
    assertEquals(1, err.toString().lines().count(), err::toString);
    assertTrue(err.toString().matches("armci: .*; see: armci( [a-z]+)? --help\\R"), err::toString);
    assertEquals("", out.toString());
  }

  /** As in a distribution, where the lab is not on the class path. */
  @ParameterizedTest
  @ValueSource(strings = {"lab -- true", "lab --help", "simulate paths", "storm", "help storm"})
  void anInstalledCopySaysThatItIsNoCheckout(String line) {
    assertEquals(2, execute(Main.commandLine(List.of()), line.split(" ")));
    String command = line.replaceFirst("^help ", "").replaceFirst(" .*", "");
    assertEquals(
        "armci: '"
            + command
            + "' is a command of a checkout of armci4j, which this installed copy is not;"
            + " see: armci --help",
        err.toString().strip());
    assertEquals("", out.toString());
  }

  @Test
  void aProjectThatCannotBeMadeIsToldInALine() {
    assertEquals(1, armci("new", "/proc/heat"));
    assertTrue(
        err.toString().matches("armci: cannot make the project in /proc/heat: .*\\R"),
        err::toString);
  }

  /** An example whose main method takes none is told with the first word that it gets. */
  @Test
  void onlyProgramsWithOptionsTakeArguments() {
    ProgramNames examples = new ProgramNames(ProgramCatalog.EXAMPLES, "example");
    Set<String> taking = new TreeSet<>(examples.list().keySet());
    taking.removeIf(name -> !examples.takesArguments(name));
    taking.removeAll(Set.of("probe", "mirror")); // of these tests
    assertEquals(LaunchFailureTest.PROGRAMS_WITH_OPTIONS, taking);
  }

  @Test
  void helpAndVersionAreNoMistakes() {
    assertEquals(0, armci("--version"));
    assertTrue(out.toString().contains("armci4j"), out::toString);
    assertEquals(0, armci("help"));
    assertEquals(0, armci("help", "run"));
    assertEquals(0, armci("run", "--help"));
    assertTrue(out.toString().contains("--jvm-arg"), out::toString);
    assertEquals("", err.toString());
  }

  @Test
  void everyCommandHasHelp() {
    assertHelp(Main.commandLine());
  }

  private void assertHelp(CommandLine command) {
    List<String> words = List.of(command.getCommandSpec().qualifiedName().split(" "));
    List<String> asked = new ArrayList<>(words.subList(1, words.size()));
    List<String> named = new ArrayList<>(asked);
    asked.add("--help");
    named.addFirst("help");
    out.getBuffer().setLength(0);
    assertEquals(0, armci(asked.toArray(String[]::new)), () -> asked + ": " + err);
    assertTrue(out.toString().startsWith("Usage: " + String.join(" ", words)), out::toString);
    String text = out.toString();
    out.getBuffer().setLength(0);
    assertEquals(0, armci(named.toArray(String[]::new)), () -> named + ": " + err);
    assertEquals(text, out.toString());
    command.getSubcommands().values().forEach(this::assertHelp);
  }

  @Test
  void benchListsItsSuitesWithWhatTheyMeasure() {
    assertEquals(0, armci("bench", "--help"));
    assertTrue(
        out.toString().matches("(?s).*\\R  verbs +an RDMA device, beside perftest.*"),
        out::toString);
  }

  @Test
  void versionAndCompletion() {
    assertEquals(0, armci("version"));
    assertTrue(out.toString().startsWith("armci4j "), out::toString);
    assertEquals(0, armci("completion"));
    assertTrue(out.toString().contains("--module-path"), out::toString);
  }

  @Test
  void infoTellsTheSameToPrograms() throws IOException {
    assertEquals(0, armci("info", "--json"));
    Map<String, String> found = new LinkedHashMap<>();
    try (JsonParser json = new JsonFactory().createParser(out.toString())) {
      while (json.nextToken() != null) {
        if (json.currentToken().isScalarValue()) {
          String place = json.getParsingContext().pathAsPointer().toString();
          found.put(place, json.currentToken() + " " + json.getText());
        }
      }
    }
    assertEquals("VALUE_STRING local", found.get("/transports/0/name"), out::toString);
    assertEquals("VALUE_TRUE true", found.get("/transports/0/available"), out::toString);
    assertTrue(found.get("/host/cores").matches("VALUE_NUMBER_INT \\d+"), out::toString);
    assertTrue(found.get("/host/memoryBytes").matches("VALUE_NUMBER_INT \\d+"), out::toString);
    assertTrue(found.get("/host/matrixProducts").startsWith("VALUE_STRING "), out::toString);
    assertEquals("VALUE_STRING auto", setting(found, "transport"), out::toString);
    assertEquals("VALUE_NUMBER_FLOAT 10.0", setting(found, "connectTimeout"), out::toString);
    assertEquals("VALUE_NUMBER_INT 16777216", setting(found, "frameLimit"), out::toString);
    assertEquals("VALUE_TRUE true", setting(found, "shmReserve"), out::toString);
    assertTrue(found.containsValue("VALUE_STRING hello"), out::toString);
  }

  @Test
  void aProgramsOwnProductIsAFactOfTheHost() {
    Settings settings =
        Settings.of(SettingsProvider.all()).set(ArraysSettings.PRODUCT, "RowProduct").resolve();
    assertEquals("RowProduct", HostFacts.read(settings).get("matrixProducts"));
  }

  private static String setting(Map<String, String> found, String name) {
    String place =
        found.keySet().stream()
            .filter(key -> key.matches("/settings/\\d+/name"))
            .filter(key -> found.get(key).equals("VALUE_STRING " + name))
            .findFirst()
            .orElseThrow();
    return found.get(place.replace("/name", "/value"));
  }

  @Test
  void infoOfOneTransportShowsItsSettingsAlone() {
    assertEquals(0, armci("info", "shm"));
    assertTrue(out.toString().contains("shmReserve"), out::toString);
    assertFalse(out.toString().contains("verbs"), out::toString);
    assertFalse(out.toString().contains("Host"), out::toString);
  }

  @Test
  void infoLeavesOutWhatOnlyExperimentsSet() {
    assertEquals(0, armci("info"));
    assertFalse(out.toString().contains("parkAfter"), out::toString);
    assertTrue(out.toString().contains("more, which only experiments change"), out::toString);
    assertEquals(0, armci("info", "--all"));
    assertTrue(out.toString().contains("  parkAfter "), out::toString);
  }

  @Test
  void infoShowsWhatIsSetAllTheSame() {
    System.setProperty("armci.parkAfter", "7ms");
    try {
      assertEquals(0, armci("info"));
    } finally {
      System.clearProperty("armci.parkAfter");
    }
    String line = "(?s).*\\R  parkAfter +7ms +system property armci.parkAfter +.*";
    assertTrue(out.toString().matches(line), out::toString);
  }

  @Test
  void infoTellsTransportsHostAndSettings() {
    assertEquals(0, armci("info"));
    String info = out.toString();
    assertTrue(info.matches("(?s).*\\R  local +yes +.*"), info);
    assertTrue(info.matches("(?s).*\\R  cores +\\d.*"), info);
    assertTrue(info.matches("(?s).*\\R  matrix products +(Vector API|plain loops), .*"), info);
    assertTrue(info.matches("(?s).*\\R  transport +auto +default +.*"), info);
  }
}
