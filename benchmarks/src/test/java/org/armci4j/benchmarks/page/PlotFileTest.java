package org.armci4j.benchmarks.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.armci4j.benchmarks.report.Results;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Looks at the files of all plots of the fixed results. */
class PlotFileTest {
  private static final String SVG = "http://www.w3.org/2000/svg";

  @TempDir private Path folder;
  private Results results;
  private List<Path> files;

  @BeforeEach
  void write() throws IOException {
    results = Results.read(ReportPageTest.fixed(folder));
    Path plots = folder.resolve("new").resolve("plots");
    int count = PlotFile.writeAll(results.suites(), plots);
    try (Stream<Path> found = Files.list(plots)) {
      files = found.sorted().toList();
    }
    assertEquals(count, files.size(), "two plots of the same name");
  }

  private Path file(String name) {
    return files.stream().filter(one -> one.endsWith(name)).findFirst().orElseThrow();
  }

  private static Document parse(Path file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(file.toFile());
  }

  @Test
  void eachPlotOfThePageIsAFile() {
    int figures = ReportPage.of(results, null).split("<figure", -1).length - 1;
    assertEquals(figures, files.size());
    file("rma-put-time.svg");
    file("rma-put-bandwidth.svg");
    file("rma-times-faster-than-the-best-peer-grey-is-even.svg");
    file("nonblocking-overlap-with-computing.svg");
  }

  @Test
  void eachIsSvgThatNeedsNothingElse() throws Exception {
    for (Path file : files) {
      Document svg = parse(file);
      assertEquals(SVG, svg.getDocumentElement().getNamespaceURI(), file::toString);
      assertTrue(
          Double.parseDouble(svg.getDocumentElement().getAttribute("height")) > 40, file::toString);
      String text = Files.readString(file).replace(SVG, "");
      assertFalse(text.contains("http") || text.contains("url(") || text.contains("@"), text);
      assertFalse(text.contains("var("), "few programs for papers know variables");
    }
  }

  @Test
  void hasTheTitleAndTheLegendInIt() throws Exception {
    Document svg = parse(file("rma-put-time.svg"));
    NodeList texts = svg.getElementsByTagNameNS(SVG, "text");
    List<String> words =
        Stream.iterate(0, i -> i < texts.getLength(), i -> i + 1)
            .map(i -> texts.item(i).getTextContent())
            .toList();
    assertEquals("rma, put: time", words.getFirst());
    assertEquals(
        List.of("armci4j", "armci4j from Java arrays", "openmpi-rma", "armci-mpi"),
        words.subList(words.size() - 4, words.size()));
  }

  /** A paper shows what the page shows. */
  @Test
  void drawsTheSamePathsAsThePage() throws Exception {
    String page = ReportPage.of(results, null);
    NodeList paths = parse(file("rma-put-time.svg")).getElementsByTagNameNS(SVG, "path");
    int shared = 0;
    for (int i = 0; i < paths.getLength(); i++) {
      String path = paths.item(i).getAttributes().getNamedItem("d").getNodeValue();
      shared += page.contains("\"" + path + "\"") ? 1 : 0;
    }
    assertTrue(shared > 15, "paths of the page: " + shared + " of " + paths.getLength());
  }
}
