package org.armci4j.cli.profile;

import java.util.List;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.RankProfile;
import org.armci4j.profile.recording.TimelineProfile;

/**
 * Draws what the ranks did when: a row for each rank, or for several ranks next to each other, in
 * columns of equal time. Each cell has the colour of what took most of its time.
 */
final class TimelinePicture {
  private static final int MOST_ROWS = 64;
  private static final int COLUMNS = 250;
  private static final int KINDS = TimeKind.values().length;

  private final ProfileFacts facts;
  private final int ranksEach;
  private long startNanos = Long.MAX_VALUE;
  private long endNanos = Long.MIN_VALUE;

  TimelinePicture(ProfileFacts facts) {
    this.facts = facts;
    this.ranksEach = Math.ceilDiv(facts.profiles().size(), MOST_ROWS);
    for (RankProfile one : facts.profiles()) {
      startNanos = Math.min(startNanos, start(one));
      endNanos = Math.max(endNanos, start(one) + one.nanos());
    }
  }

  /** Returns when a rank began; where clocks were not compared, all begin together. */
  private long start(RankProfile one) {
    return facts.clocks().areOne()
        ? facts.clocks().common(one.host(), one.timeline().startNanos())
        : 0;
  }

  void draw(Markup page) {
    page.open("ul", "class", "legend");
    for (TimeKind kind : TimeKind.values()) {
      page.open("li").open("svg", "viewBox", "0 0 1 1", "preserveAspectRatio", "none");
      rectangle(page, kind, 0, 1);
      page.close().text(kind.label()).close();
    }
    page.close().open("div", "class", "timeline");
    List<RankProfile> all = facts.profiles();
    for (int first = 0; first < all.size(); first += ranksEach) {
      drawRow(page, all.subList(first, Math.min(first + ranksEach, all.size())));
    }
    page.element("span", "").open("div", "class", "axis");
    for (int quarter = 0; quarter <= 4; quarter++) {
      page.element("span", Text.format("%.2f s", (endNanos - startNanos) * quarter / 4e9));
    }
    page.close().close();
  }

  private void drawRow(Markup page, List<RankProfile> some) {
    int first = some.getFirst().rank();
    int last = some.getLast().rank();
    String name = first == last ? "rank " + first : first + "–" + last;
    page.element("span", name);
    String size = "0 0 " + COLUMNS + " 1";
    page.open("svg", "viewBox", size, "preserveAspectRatio", "none", "role", "img");
    page.element("title", "What " + name + " did when");
    TimeKind[] kinds = new TimeKind[COLUMNS];
    double[][] nanos = columns(some);
    for (int column = 0; column < COLUMNS; column++) {
      kinds[column] = most(nanos[column]);
    }
    int begin = 0;
    for (int column = 1; column <= COLUMNS; column++) {
      if (column == COLUMNS || kinds[column] != kinds[begin]) {
        if (kinds[begin] != null) {
          rectangle(page, kinds[begin], begin, column - begin);
        }
        begin = column;
      }
    }
    page.close();
  }

  private static void rectangle(Markup page, TimeKind kind, int x, int width) {
    page.open("rect", "class", kind.style(), "x", x, "width", width, "height", 1).close();
  }

  private static TimeKind most(double[] nanos) {
    TimeKind most = null;
    for (TimeKind kind : TimeKind.values()) {
      boolean isMore = nanos[kind.index()] > (most == null ? 0 : nanos[most.index()]);
      most = isMore ? kind : most;
    }
    return most;
  }

  /** Returns the time of each kind in each column. */
  private double[][] columns(List<RankProfile> some) {
    double[][] columns = new double[COLUMNS][KINDS];
    double width = Math.max((double) (endNanos - startNanos) / COLUMNS, 1);
    for (RankProfile one : some) {
      TimelineProfile timeline = one.timeline();
      long begin = start(one) - startNanos;
      int activities = Activity.values().length;
      for (int part = 0; part * timeline.partNanos() < one.nanos(); part++) {
        if ((part + 1) * activities > timeline.nanos().length) {
          break;
        }
        double[] kinds = new double[KINDS];
        double length = Math.min(timeline.partNanos(), one.nanos() - part * timeline.partNanos());
        kinds[TimeKind.OWN.index()] = length;
        for (Activity activity : Activity.values()) {
          double nanos = timeline.nanos()[part * activities + activity.index()];
          kinds[TimeKind.of(activity).index()] += nanos;
          kinds[TimeKind.OWN.index()] -= nanos;
        }
        spread(columns, kinds, begin + (double) part * timeline.partNanos(), length, width);
      }
    }
    return columns;
  }

  /** Divides the times of a part among the columns that it lies in. */
  private static void spread(
      double[][] columns, double[] kinds, double begin, double length, double width) {
    int first = (int) (begin / width);
    int last = (int) Math.min((begin + length) / width, COLUMNS - 1);
    for (int column = first; column <= last; column++) {
      double from = Math.max(begin, column * width);
      double to = Math.min(begin + length, (column + 1) * width);
      double share = Math.max(to - from, 0) / length;
      for (int kind = 0; kind < KINDS; kind++) {
        columns[column][kind] += share * Math.max(kinds[kind], 0);
      }
    }
  }
}
