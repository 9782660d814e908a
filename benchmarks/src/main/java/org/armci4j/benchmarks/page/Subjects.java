package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Variant;

/** The measured systems of a page: their order, and the look of each in all plots. */
final class Subjects {
  private static final String HEAP = Variant.HEAP.subject(JobMain.OWN);

  /** Corners of the marks around the middle, for readers who cannot tell the colours apart. */
  private static final List<String> MARKS =
      List.of(
          "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
          "m-3.5,-3.5h7v7h-7z",
          "m0,-5l5,5l-5,5l-5,-5z",
          "m0,-4.5l4.5,8h-9z",
          "m0,4.5l4.5,-8h-9z");

  /** Number of colours in the style sheet. */
  private static final int STYLES = 8;

  private final List<String> order;

  Subjects(List<Report> suites) {
    order =
        Stream.concat(
                Stream.of(JobMain.OWN, HEAP), suites.stream().flatMap(suite -> peers(suite).stream()))
            .distinct()
            .toList();
  }

  /** Returns the subjects that a page shows of a suite, this system first. */
  static List<String> shown(Report suite) {
    List<String> shown = new ArrayList<>(List.of(Variant.decisive(suite, JobMain.OWN)));
    if (suite.merged().stream().anyMatch(one -> one.subject().equals(HEAP))) {
      shown.add(HEAP);
    }
    shown.addAll(peers(suite));
    return shown;
  }

  /** Returns the names of all other systems in a suite. */
  static List<String> peers(Report suite) {
    return suite.merged().stream()
        .map(one -> one.subject())
        .filter(subject -> !subject.startsWith(JobMain.OWN))
        .distinct()
        .toList();
  }

  /** Returns the name for readers. */
  static String label(String subject) {
    return subject.equals(HEAP)
        ? JobMain.OWN + " from Java arrays"
        : subject.startsWith(JobMain.OWN) ? JobMain.OWN : subject;
  }

  /** Returns the class of everything that is drawn for a subject. */
  String style(String subject) {
    return "s" + index(subject) % STYLES;
  }

  /** Returns the path of a subject's mark at a place. */
  String mark(String subject, double x, double y) {
    return "M" + Svg.number(x) + "," + Svg.number(y) + MARKS.get(index(subject) % MARKS.size());
  }

  private int index(String subject) {
    return subject.equals(HEAP) || !subject.startsWith(JobMain.OWN) ? order.indexOf(subject) : 0;
  }
}
