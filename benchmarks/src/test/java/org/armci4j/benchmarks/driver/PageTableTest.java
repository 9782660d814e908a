package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.armci4j.benchmarks.driver.Suite.MeasuredSuite;
import org.armci4j.benchmarks.report.Report;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command writes its own table anew, and nothing else of the page. */
class PageTableTest {
  private static final String LAUNCH =
      """
      <!-- table of ./armci bench launch --ranks 2 -->
      Command: `./armci bench launch --ranks 2`. Machine: any. Date: 2026-12-01, commit 0123abcd.

      ```text
      figure 1
      without a peer
      ```
      <!-- end of the table -->
      """;

  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void name() {
    page = folder.resolve("page.md");
  }

  private void write(String suite, String table, String... args) throws IOException {
    MeasuredSuite measured =
        new MeasuredSuite(new Report(suite), table + "\n", List.of("without a peer"));
    Map<String, String> facts =
        Map.of(RunFacts.MACHINE, "any", RunFacts.DATE, "2026-12-01", RunFacts.COMMIT, "0123abcd");
    PageTable.in(page, 2, suite, args).write(facts, measured);
  }

  @Test
  void firstTableMakesThePage() throws IOException {
    write("launch", "figure 1", "--ranks", "2");
    assertEquals(LAUNCH, Files.readString(page));
  }

  @Test
  void sameCommandReplacesItsTableAndNothingElse() throws IOException {
    String words = "# Launch\n\nWords before.\n\n";
    Files.writeString(page, words + LAUNCH + "\nWords behind.\n");
    write("launch", "figure 2", "--ranks", "2");
    String expected = words + LAUNCH.replace("figure 1", "figure 2") + "\nWords behind.\n";
    assertEquals(expected, Files.readString(page));
  }

  @Test
  void otherCommandAddsATable() throws IOException {
    write("launch", "figure 1", "--ranks", "2");
    write("launch", "figure 2", "--ranks", "4");
    String text = Files.readString(page);
    assertTrue(text.startsWith(LAUNCH), text);
    assertTrue(text.contains("\n\n<!-- table of ./armci bench launch --ranks 4 -->\n"), text);
  }

  @Test
  void whereFiguresGoIsNoPartOfTheCommand() throws IOException {
    write("launch", "figure 1", "--table", "a.md", "--ranks", "2", "--json=b", "--aims", "c");
    assertEquals(LAUNCH, Files.readString(page));
  }

  @Test
  void tableWithoutItsEndIsLeftAlone() throws IOException {
    String broken = "<!-- table of ./armci bench launch -->\nfigures\n";
    Files.writeString(page, broken + LAUNCH);
    assertThrows(IllegalArgumentException.class, () -> write("launch", "figure 1"));
    assertEquals(broken + LAUNCH, Files.readString(page));
  }

  /** Before a suite measures for minutes. */
  @Test
  void pageThatCannotBeWrittenIsRefused() {
    Path nowhere = folder.resolve("none").resolve("page.md");
    assertThrows(IllegalArgumentException.class, () -> PageTable.in(nowhere, 2, "launch"));
    assertThrows(IllegalArgumentException.class, () -> PageTable.in(folder, 2, "launch"));
  }

  @Test
  void ranksOfTheJobArePartOfTheCommand() throws IOException {
    PageTable table = PageTable.in(page, 8, "rma", "--sizes", "8, 64");
    table.write(Map.of(), new MeasuredSuite(new Report("rma"), "", List.of()));
    String first = Files.readAllLines(page).getFirst();
    assertEquals("<!-- table of ./armci bench -n 8 rma --sizes '8, 64' -->", first);
  }
}
