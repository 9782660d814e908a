package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.text.Text;

/** The systems that a page shows of a suite, this one first, and the look of each in its plots. */
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

  /** Number of colours in the style sheet; the first two are this system's. */
  private static final int COLORS = 8;

  private static final int OWN_COLORS = 2;

  private final List<String> own = new ArrayList<>();
  private final List<String> peers;

  Subjects(Report suite) {
    own.add(Variant.decisive(suite, JobMain.OWN));
    Stream.of(HEAP, JobMain.BY_MESSAGES)
        .filter(subject -> suite.merged().stream().anyMatch(one -> one.subject().equals(subject)))
        .forEach(own::add);
    peers = peers(suite);
  }

  /** Returns the names of all other systems in a suite. */
  static List<String> peers(Report suite) {
    return suite.merged().stream()
        .map(Measurement::subject)
        .filter(subject -> !subject.startsWith(JobMain.OWN))
        .distinct()
        .toList();
  }

  List<String> names() {
    return Stream.concat(own.stream(), peers.stream()).toList();
  }

  /** Returns the figures of these systems, one system after the other. */
  List<Measurement> ordered(List<Measurement> figures) {
    return names().stream()
        .flatMap(name -> figures.stream().filter(one -> one.subject().equals(name)))
        .toList();
  }

  /** Returns the name for readers. */
  static String label(String subject) {
    if (subject.equals(HEAP)) {
      return JobMain.OWN + " from Java arrays";
    }
    if (subject.equals(JobMain.BY_MESSAGES)) {
      return JobMain.OWN + " by messages";
    }
    return subject.startsWith(JobMain.OWN) ? JobMain.OWN : subject;
  }

  /** Returns the class of everything that is drawn for a subject. */
  String style(String subject) {
    return "s" + index(subject);
  }

  /** Returns the path of a subject's mark at a place. */
  String mark(String subject, double x, double y) {
    return Text.format("M%.1f,%.1f", x, y) + MARKS.get(index(subject) % MARKS.size());
  }

  private int index(String subject) {
    return subject.startsWith(JobMain.OWN)
        ? own.indexOf(subject)
        : OWN_COLORS + peers.indexOf(subject) % (COLORS - OWN_COLORS);
  }
}
