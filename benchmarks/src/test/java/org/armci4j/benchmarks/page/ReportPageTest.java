package org.armci4j.benchmarks.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.armci4j.benchmarks.report.Changes;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Looks at the page of a fixed file with figures of every suite. */
class ReportPageTest {
  private static final String HEAT = "times faster than the best peer; grey is even";

  private Results results;
  private String page;
  private Document document;

  @BeforeEach
  void draw(@TempDir Path folder) throws Exception {
    results = Results.read(fixed(folder));
    page = ReportPage.of(results, null);
    document = parse(page);
  }

  /** Copies the fixed file to a folder. */
  static Path fixed(Path folder) throws IOException {
    Path file = folder.resolve("fixed.json");
    try (InputStream in = ReportPageTest.class.getResourceAsStream("results.json")) {
      Files.copy(in, file);
    }
    return file;
  }

  private static Document parse(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static List<Element> elements(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private List<String> texts(String name) {
    return elements(document.getElementsByTagName(name)).stream()
        .map(Element::getTextContent)
        .toList();
  }

  private List<Element> ofClass(String name, String style) {
    return elements(document.getElementsByTagName(name)).stream()
        .filter(one -> List.of(one.getAttribute("class").split(" ", -1)).contains(style))
        .toList();
  }

  @Test
  void hasAllSuitesInTheOrderOfTheFile() {
    List<String> expected = new ArrayList<>(results.suites().stream().map(Report::suite).toList());
    expected.add("machine");
    assertEquals(expected, texts("h2"));
    for (ReportParts.ReportPart part : ReportParts.ALL) {
      assertTrue(expected.contains(part.name()), part.name());
    }
  }

  @Test
  void namesTheCommandOfEachSuite() {
    Map<String, String> machine = Map.of("run", "quick", "ranks", "3");
    String told = ReportPage.of(new Results(machine, List.of(), List.of(), results.suites()), null);
    for (ReportParts.ReportPart part : ReportParts.ALL) {
      String words = String.join(" ", part.quick());
      assertTrue(told.contains(" " + words), words);
    }
    assertTrue(told.contains("<code>armci bench rma --quick --sizes 8,512,4K,64K,1M --ranks 3<"));
    assertTrue(told.contains("<code>armci bench launch --rounds 3<"), told);
  }

  @Test
  void asksNoHostForAnything() {
    assertFalse(page.contains("http:") || page.contains("https:"));
    assertFalse(page.contains("url("));
    assertFalse(page.contains("@import"));
    for (String name : List.of("script", "link", "img", "iframe", "object")) {
      assertEquals(0, document.getElementsByTagName(name).getLength(), name);
    }
  }

  @Test
  void hasColoursForDarkPagesAndForPaper() {
    String style = texts("style").getFirst();
    assertTrue(style.contains("@media screen and (prefers-color-scheme: dark)"));
    assertTrue(style.contains("@media print"));
    assertFalse(page.contains("fill=\"#"), "a colour that no style can change");
    assertFalse(page.contains("stroke=\"#"), "a colour that no style can change");
  }

  @Test
  void everyStyleThatIsDrawnHasAColour() {
    String style = texts("style").getFirst();
    for (Element path : elements(document.getElementsByTagName("path"))) {
      for (String name : path.getAttribute("class").split(" ", -1)) {
        assertTrue(style.contains("." + name), name);
      }
    }
  }

  @Test
  void theHeatMapComparesTheMixWithTheBestPeer() {
    Element heat =
        ofClass("figure", "plot").stream()
            .filter(one -> one.getTextContent().startsWith(HEAT))
            .toList()
            .get(1);
    List<String> cells =
        elements(heat.getElementsByTagName("text")).stream()
            .filter(text -> text.getAttribute("class").startsWith("ratio"))
            .map(text -> text.getAttribute("class") + " " + text.getFirstChild().getNodeValue())
            .toList();
    assertEquals(
        List.of("ratio faster 4.00", "ratio faster 4.00", "ratio even 1.00", "ratio slower 0.75"),
        cells);
    assertEquals(4, elements(heat.getElementsByTagName("rect")).size());
  }

  @Test
  void theSummaryCountsWhatIsFasterEvenAndSlower() {
    Report rma = results.suites().get(1);
    assertEquals(
        List.of("rma", "4", "2", "1", "1", "1.86", "openmpi-rma, armci-mpi"),
        new SuiteSummary(rma).cells());
  }

  /** A program by messages is this system too, so its time is no control of the machine. */
  @Test
  void theSameProgramByMessagesIsNoPeer() {
    Report applications =
        results.suites().stream()
            .filter(suite -> suite.suite().equals("applications"))
            .findFirst()
            .orElseThrow();
    assertEquals("openmpi", new SuiteSummary(applications).cells().getLast());
    assertTrue(texts("li").contains(" armci4j by messages"), texts("li")::toString);
  }

  @Test
  void drawsCurvesOverSizesAndDotsForTheRest() {
    assertEquals(
        List.of(
            HEAT,
            "time",
            HEAT,
            "put: time",
            "put: bandwidth",
            "time",
            "single calls: median, 99th and 99.9th percentile",
            HEAT,
            "time",
            HEAT,
            "allreduce: time",
            HEAT,
            "time",
            "overlap with computing",
            HEAT,
            "time",
            "time",
            HEAT,
            "time",
            "memory",
            HEAT,
            "time",
            "time"),
        texts("figcaption"));
  }

  @Test
  void overlapIsTheCoveredShare() {
    assertTrue(texts("title").contains("armci4j: 75 %"), texts("title").toString());
    assertTrue(texts("title").contains("openmpi: 25 %"));
  }

  @Test
  void namesThePercentilesOfSingleCallsAndMemory() {
    assertTrue(
        texts("title").contains("armci4j: half in 40 ns, 99 % in 60 ns, 99.9 % in 800 ns"),
        texts("title")::toString);
    assertTrue(
        texts("title").contains("openmpi: 24.8 MiB (23.8 MiB to 25.7 MiB)"),
        texts("title")::toString);
    assertTrue(texts("text").contains("resident, 8 ranks"));
  }

  @Test
  void namesWarningsAndMissingPeers() {
    assertEquals(
        "The machine was busy: load 3 > 0.5.", ofClass("p", "warning").getFirst().getTextContent());
    assertTrue(texts("p").contains("mpich is missing: apt-get install libmpich-dev mpich"));
    assertTrue(texts("dd").contains("A <Fast> & Cheap One"));
  }

  @Test
  void listsChanges() throws Exception {
    Report report = new Report("rma");
    report.add(
        List.of(new Measurement("armci4j", "put", 8, 2, Measurement.NANOS, 5, 4.9, 5.1, 6, null)));
    Results old = new Results(Map.of(), List.of(), List.of(), List.of(report));
    document = parse(ReportPage.of(results, new Changes(old, results)));
    assertEquals("changes", texts("h2").getFirst());
    assertEquals(
        List.of("rmaput2.001.515 ns10 ns8 B2"),
        ofClass("tr", "slower").stream().map(Element::getTextContent).toList());
  }
}
