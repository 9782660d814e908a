package org.armci4j.cli.profile;

import java.util.List;
import org.armci4j.bootstrap.text.Markup;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;

/**
 * Draws how many bytes each rank moves to or from each other one: the more, the stronger its
 * colour, by their logarithm. Of more ranks than fit, a cell stands for several next to each other.
 */
final class MatrixPicture {
  private static final int MOST_CELLS = 128;
  private static final int LEVELS = 8;
  private static final int WIDTH_REM = 36;

  private final int ranks;
  private final int ranksEach;
  private final int cells;
  private final long[][] bytes;
  private long least = Long.MAX_VALUE;
  private long most;

  MatrixPicture(int ranks, List<Counters> counters) {
    this.ranks = ranks;
    this.ranksEach = Math.ceilDiv(ranks, MOST_CELLS);
    this.cells = Math.ceilDiv(ranks, ranksEach);
    this.bytes = new long[cells][cells];
    for (Counters one : counters) {
      for (int peer = 0; peer < ranks; peer++) {
        bytes[one.rank() / ranksEach][peer / ranksEach] += one.bytes(peer);
      }
    }
    for (long[] row : bytes) {
      for (long cell : row) {
        most = Math.max(most, cell);
        least = cell == 0 ? least : Math.min(least, cell);
      }
    }
  }

  /** Returns whether there is anything to see. */
  boolean isEmpty() {
    return most == 0;
  }

  void draw(Markup page) {
    String width = Text.format("max-width: min(100%%, %drem)", Math.min(4 * cells + 3, WIDTH_REM));
    page.open("figure", "style", width).open("div", "class", "matrix").open("div", "class", "side");
    page.element("span", "0").element("span", "from").element("span", "" + (ranks - 1)).close();
    page.open(
        "svg",
        "viewBox",
        "0 0 " + cells + " " + cells,
        "shape-rendering",
        "crispEdges",
        "role",
        "img");
    page.element("title", "Bytes from rank to rank");
    for (int level = 1; level <= LEVELS; level++) {
      String path = path(level);
      if (!path.isEmpty()) {
        page.open("path", "class", "cell", "fill-opacity", opacity(level), "d", path).close();
      }
    }
    page.close().open("div", "class", "below");
    page.element("span", "0").element("span", "to rank").element("span", "" + (ranks - 1));
    page.close().close();
    String scale =
        Text.format(
            "Rows are the ranks that call, columns their targets; cells reach from %s to %s.",
            Counters.printBytes(least), Counters.printBytes(most));
    String merged = ranksEach == 1 ? "" : Text.format(" Each cell is %d ranks square.", ranksEach);
    page.element("figcaption", scale + merged).close();
  }

  private static String opacity(int level) {
    return Text.format("%.2f", 0.1 + 0.9 * level / LEVELS);
  }

  /** Returns a square of size 1 for each cell of this level. */
  private String path(int level) {
    StringBuilder path = new StringBuilder();
    for (int row = 0; row < cells; row++) {
      for (int column = 0; column < cells; column++) {
        if (level(bytes[row][column]) == level) {
          path.append(Text.format("M%d %dh1v1h-1z", column, row));
        }
      }
    }
    return path.toString();
  }

  private int level(long cell) {
    if (cell == 0) {
      return 0;
    }
    double range = Math.log((double) most / least);
    double place = range == 0 ? 1 : Math.log((double) cell / least) / range;
    return 1 + (int) Math.round((LEVELS - 1) * place);
  }
}
