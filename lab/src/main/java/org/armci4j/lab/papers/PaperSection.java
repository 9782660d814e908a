package org.armci4j.lab.papers;

import java.util.List;

/**
 * The rows of one paper.
 *
 * @param title title on the page
 * @param source authors, title and year
 * @param rows the rows
 */
record PaperSection(String title, String source, List<PaperRow> rows) {
  PaperSection {
    rows = List.copyOf(rows);
  }
}
