package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;
import org.armci4j.profile.recording.RankProfile;

/** Shows a profile as one page that needs nothing else. */
final class ProfilePage {
  private static final String STYLE = "/META-INF/armci/profile.css";

  /** Rows of a table; of more ranks it has those with the longest times. */
  private static final int MOST_ROWS = 64;

  private static final int MOST_WAITS = 12;

  /** With more ranks only the picture tells who moves how much. */
  private static final int MATRIX_RANKS = 16;

  private final ProfileFacts facts;
  private final Markup page;

  private ProfilePage(ProfileFacts facts, Markup page) {
    this.facts = facts;
    this.page = page;
  }

  /**
   * Returns the page.
   *
   * @param program what ran
   * @param which words behind the title
   */
  static String of(ProfileFacts facts, String program, String which) {
    String title = Text.format("%s on %s%s", program, facts.size(), which);
    return new ProfilePage(facts, Markup.page(title, Markup.style(ProfilePage.class, STYLE)))
        .draw();
  }

  private String draw() {
    facts.gaps().forEach(gap -> page.element("p", gap + ".", "class", "warning"));
    if (!facts.profiles().isEmpty()) {
      if (facts.hasEstimates()) {
        page.element("p", Estimate.LEGEND + ".", "class", "quiet");
      }
      drawTimeline();
      drawRanks();
      drawWaits();
      drawCollectives();
      drawLines();
      drawMatrix();
    }
    return page.end();
  }

  private void drawTimeline() {
    page.element("h2", "What the ranks did when");
    new TimelinePicture(facts).draw(page);
    page.element(
        "p",
        "Each place has the colour of what took most of its time, in the thread that opened the"
            + " runtime. A wait in a collective is time of the collective.",
        "class",
        "quiet");
  }

  private void drawRanks() {
    page.element("h2", "Where the time went");
    facts.imbalance().ifPresent(words -> page.element("p", "Imbalance: " + words + "."));
    openTable("", "rank", "time", "transfers", "waits", "collectives", "elsewhere", "ops", "bytes");
    facts.profiles().stream()
        .sorted(Comparator.comparingLong(one -> -one.nanos()))
        .limit(MOST_ROWS)
        .sorted(Comparator.comparingInt(RankProfile::rank))
        .forEach(
            one -> {
              List<String> cells = new ArrayList<>();
              cells.add("" + one.rank());
              cells.add(ProfileFacts.printNanos((double) one.nanos()));
              ProfileFacts.shares(one).forEach(share -> cells.add(part(one, share)));
              cells.add(Text.format("%,d", ProfileFacts.operations(one.counters())));
              cells.add(Counters.printBytes(ProfileFacts.bytes(one.counters())));
              row(cells.toArray(String[]::new));
            });
    closeTable();
  }

  private static String part(RankProfile one, ProfileFacts.TimeShare share) {
    double percent = 100.0 * share.nanos() / Math.max(one.nanos(), 1);
    return Text.format("%s%.0f %%", Estimate.mark(share.isEstimate()), percent);
  }

  private static String time(double nanos, boolean isEstimate) {
    return Estimate.mark(isEstimate) + ProfileFacts.printNanos(nanos);
  }

  private void openTable(String style, String... titles) {
    page.open("div", "class", "scroll").open("table", "class", style).open("tr");
    for (String title : titles) {
      page.element("th", title);
    }
    page.close();
  }

  private void row(String... cells) {
    page.open("tr");
    for (String cell : cells) {
      page.element("td", cell);
    }
    page.close();
  }

  private void closeTable() {
    page.close().close();
  }

  private void drawWaits() {
    List<WaitCause> causes = facts.causes();
    if (causes.isEmpty()) {
      return;
    }
    WaitStates waits = facts.waits();
    page.element("h2", "Why ranks waited, and for whom");
    long most = causes.stream().mapToLong(waits::nanos).max().orElseThrow();
    openTable("", "cause", "all ranks", "");
    for (WaitCause cause : causes) {
      page.open("tr").element("td", cause.label());
      page.element("td", time((double) waits.nanos(cause), waits.isEstimate(cause)));
      page.open("td");
      page.open("svg", "class", "bar", "viewBox", "0 0 100 1", "preserveAspectRatio", "none");
      String width = Text.format("%.1f", 100.0 * waits.nanos(cause) / most);
      page.open("rect", "class", "wait", "width", width, "height", 1).close();
      page.close().close().close();
    }
    closeTable();
    drawLongestWaits();
  }

  private record LongWait(RankWaits waits, int awaited, long nanos) {}

  private void drawLongestWaits() {
    List<LongWait> all = new ArrayList<>();
    for (RankProfile one : facts.profiles()) {
      RankWaits its = facts.waits().of(one.rank());
      its.awaited().stream()
          .limit(MOST_WAITS)
          .forEach(awaited -> all.add(new LongWait(its, awaited, its.nanos(awaited))));
    }
    openTable("words", "rank", "for rank", "time", "cause");
    all.stream()
        .sorted(Comparator.comparingLong(wait -> -wait.nanos()))
        .limit(MOST_WAITS)
        .forEach(
            wait ->
                row(
                    "" + wait.waits().rank(),
                    "" + wait.awaited(),
                    time((double) wait.nanos(), wait.waits().isEstimate(wait.awaited())),
                    wait.waits().causes(wait.awaited())));
    closeTable();
    openTable("", "rank", "others wait for it");
    facts.waits().waitedFor().entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
        .limit(MOST_WAITS / 2)
        .forEach(
            one ->
                row(
                    "" + one.getKey(),
                    time(one.getValue(), facts.waits().isEstimate(one.getKey()))));
    closeTable();
  }

  private void drawCollectives() {
    List<ProfileFacts.CollectiveSum> sums = facts.collectives();
    if (sums.isEmpty()) {
      return;
    }
    int ranks = facts.profiles().size();
    page.element("h2", "Collectives");
    openTable("", "collective", "calls each", "time each", "waited for most", "share", "mean wait");
    for (ProfileFacts.CollectiveSum sum : sums) {
      List<String> cells = new ArrayList<>(List.of(sum.label()));
      cells.add(Text.format("%,d", sum.calls() / ranks));
      cells.add(ProfileFacts.printNanos((double) sum.nanos() / ranks));
      facts
          .lateComers(sum.label())
          .ifPresentOrElse(
              late -> {
                cells.add("rank " + late.rank());
                cells.add(
                    Text.format(
                        "%s%.0f %%", Estimate.mark(late.areEstimates()), 100 * late.share()));
                cells.add(time(late.meanNanos(), late.areEstimates()));
              },
              () -> cells.addAll(List.of("", "", "")));
      row(cells.toArray(String[]::new));
    }
    closeTable();
  }

  private void drawLines() {
    List<Map.Entry<String, Long>> lines = facts.lines();
    if (lines.isEmpty()) {
      return;
    }
    page.element("h2", "Source lines with the most time in the runtime");
    openTable("words", "time", "share", "line");
    for (Map.Entry<String, Long> one : lines) {
      row(
          time(one.getValue(), true),
          Text.format("%.0f %%", 100 * one.getValue() / facts.allNanos()),
          one.getKey());
    }
    closeTable();
  }

  private void drawMatrix() {
    MatrixPicture matrix = new MatrixPicture(facts.ranks(), facts.counters());
    if (!matrix.isEmpty()) {
      page.element("h2", "Who moves how much to or from whom");
      matrix.draw(page);
      page.element("p", "Bytes and operations, without what collectives send.", "class", "quiet");
      if (facts.ranks() <= MATRIX_RANKS) {
        drawNumbers();
      }
    }
  }

  private void drawNumbers() {
    List<String> titles = new ArrayList<>(List.of("from\\to"));
    for (int peer = 0; peer < facts.ranks(); peer++) {
      titles.add("" + peer);
    }
    openTable("", titles.toArray(String[]::new));
    for (Counters one : facts.counters()) {
      List<String> cells = new ArrayList<>(List.of("" + one.rank()));
      for (int peer = 0; peer < facts.ranks(); peer++) {
        long operations = one.operations(peer);
        String bytes = Counters.printBytes(one.bytes(peer));
        cells.add(operations == 0 ? "" : Text.format("%s in %,d", bytes, operations));
      }
      row(cells.toArray(String[]::new));
    }
    closeTable();
  }
}
