package org.armci4j.lab.papers;

import java.util.List;

/**
 * A row of the page.
 *
 * @param id its name, such as R8
 * @param claim what the paper states, with its figures
 * @param remark a sentence on what the ratios mean, and what is behind them
 * @param ratios the measures; empty if no experiment has them
 */
record PaperRow(String id, String claim, String remark, List<PaperRatio> ratios) {
  PaperRow {
    ratios = List.copyOf(ratios);
  }
}
