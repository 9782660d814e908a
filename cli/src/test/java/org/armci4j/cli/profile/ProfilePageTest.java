package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.cli.docs.Browser;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.RankProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the page of profiles whose numbers are given. */
public class ProfilePageTest {
  private static final long SECOND = 1_000_000_000;

  /** Each rank puts to the next one; its last half is a wait for rank 0. */
  public static String page(int ranks, String line) {
    int kinds = OperationKind.values().length;
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Profiles builder = new Profiles(rank, ranks);
      int put = OperationKind.PUT.index() * ranks + (rank + 1) % ranks;
      builder.numbers[put] = 3;
      builder.numbers[kinds * ranks + put] = 1 << 20;
      for (int part = 128; part < 256; part++) {
        builder.part(part, Activity.SIGNAL, SECOND / 256);
      }
      builder.time(Activity.SIGNAL, SECOND / 2).known(Activity.SIGNAL, 0, SECOND / 2);
      profiles.add(builder.line(line, SECOND / 2).build(SECOND, true));
    }
    return ProfilePage.of(new ProfileFacts(ranks, profiles), "Test<&>", "");
  }

  @Test
  void allTextIsEscapedAndNothingIsAskedOfAHost() {
    String page = page(3, "Main.<init> (Main.java:7): \"put\" & get");
    assertTrue(page.contains("Main.&lt;init&gt; (Main.java:7): &quot;put&quot; &amp; get"), page);
    assertTrue(page.contains("<title>Test&lt;&amp;&gt; on 3 ranks</title>"), page);
    assertFalse(
        Pattern.compile("(?i)https?:|<script|<link|<img|src=|url\\(|@import").matcher(page).find(),
        page);
  }

  @Test
  @Tag("long")
  void aBrowserShowsIt(@TempDir Path folder) throws Exception {
    String line =
        "org.armci4j.examples.survivors.Survivors.exchangeHalosWithBothNeighbours (S.java:7)";
    for (int ranks : new int[] {3, 16, 200}) {
      Files.writeString(folder.resolve(ranks + ".html"), page(ranks, line));
    }
    assertEquals(List.of(), Browser.faults(folder, List.of("3.html", "16.html", "200.html")));
  }

  @Test
  void aRowHasTheKindsOfTimeInTheirPlaces() {
    String page = page(2, "a");
    String row = page.substring(page.indexOf("<title>What rank 1 did when</title>"));
    Matcher parts =
        Pattern.compile("<rect class=\"(\\w+)\" x=\"(\\d+)\" width=\"(\\d+)\"").matcher(row);
    assertTrue(parts.find(), row);
    assertEquals("own 0 125", parts.group(1) + " " + parts.group(2) + " " + parts.group(3));
    assertTrue(parts.find(), row);
    assertEquals("wait 125 125", parts.group(1) + " " + parts.group(2) + " " + parts.group(3));
  }

  /** Rank 1 moves most, rank 2 the least, and rank 0 nothing. */
  @Test
  void cellsOfTheMatrixAreStrongerTheMoreBytesMove() {
    int kinds = OperationKind.values().length;
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      Profiles builder = new Profiles(rank, 3);
      if (rank > 0) {
        builder.numbers[(kinds + OperationKind.PUT.index()) * 3 + 3 - rank] = 64L << (10 / rank);
        builder.numbers[(kinds + OperationKind.GET.index()) * 3 + 3 - rank] = 64L << (10 / rank);
      }
      profiles.add(builder.build(SECOND, true));
    }
    String page = ProfilePage.of(new ProfileFacts(3, profiles), "Test", "");
    List<String> cells =
        Pattern.compile("<path class=\"cell\" fill-opacity=\"([0-9.]+)\" d=\"([^\"]+)\"")
            .matcher(page)
            .results()
            .map(cell -> cell.group(1) + " " + cell.group(2))
            .toList();
    // A column is a target, a row the rank that calls.
    assertEquals(List.of("0.21 M1 2h1v1h-1z", "1.00 M2 1h1v1h-1z"), cells);
    assertTrue(page.contains("cells reach from 4.0 KiB to 128.0 KiB"), page);
  }

  /** Of many ranks several share a row and a cell. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "64, 64, 64",
    "65, 33, 65",
    "128, 64, 128",
    "129, 43, 65",
    "1000, 63, 125"
  })
  void manyRanksFit(int ranks, int rows, int cells) {
    String page = page(ranks, "a");
    assertEquals(rows, page.split(" did when</title>", -1).length - 1);
    assertTrue(page.contains("viewBox=\"0 0 " + cells + " " + cells + "\""));
    assertTrue(page.length() < 2_000_000, () -> "page of " + page.length());
  }
}
