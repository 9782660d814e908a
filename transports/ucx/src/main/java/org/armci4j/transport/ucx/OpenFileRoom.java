package org.armci4j.transport.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.Place;

/**
 * Compares the files that this process may open with those that UCX will open. Without this check
 * UCX only reports "input or output error" at some later connection. Determined once for all ranks
 * of a process.
 *
 * @param ranks number of the job's ranks in this process
 * @param open number of files open before UCX opens any
 * @param need number of files open in the end
 * @param limit most files that the process may open
 */
record OpenFileRoom(int ranks, long open, long need, long limit) {
  /** Files for two workers of UCX for each rank. */
  private static final int FOR_A_RANK = 8;

  /** Files for one connection each way: both ends of a connection take three files together. */
  private static final int FOR_A_PEER = 3;

  /** Files for classes that are loaded later, and for the program. */
  private static final int FOR_THE_PROGRAM = 32;

  private static final Pattern SOFT_LIMIT = Pattern.compile("(?m)^Max open files +(\\d+) ");

  /**
   * Examines this process.
   *
   * @param rank of this process
   * @param places where each rank lives
   * @param sharedOnHost whether ranks of one host reach each other without UCX
   */
  static OpenFileRoom of(int rank, List<Place> places, boolean sharedOnHost) {
    int ranks = (int) places.stream().filter(places.get(rank)::equals).count();
    int peers = places.size();
    if (sharedOnHost) {
      peers -= Place.ranksOnHostOf(places, rank);
    }
    Path self = Path.of("/proc/self");
    try (Stream<Path> files = Files.list(self.resolve("fd"))) {
      Matcher limit = SOFT_LIMIT.matcher(Files.readString(self.resolve("limits")));
      long allowed = limit.find() ? Long.parseLong(limit.group(1)) : Long.MAX_VALUE;
      return of(ranks, peers, files.count(), allowed);
    } catch (IOException unknown) {
      return of(ranks, peers, 0, Long.MAX_VALUE); // a shortage then shows when UCX opens files
    }
  }

  static OpenFileRoom of(int ranks, int peers, long open, long limit) {
    long need = open + FOR_THE_PROGRAM + (long) ranks * (FOR_A_RANK + FOR_A_PEER * peers);
    return new OpenFileRoom(ranks, open, need, limit);
  }

  /**
   * Throws if the process may open too few files.
   *
   * @param host the name of this host
   * @throws OpenFilesException when the limit is below the need
   */
  void require(String host) {
    if (limit < need) {
      throw new OpenFilesException(
          Text.format(
              "a process on host %s may open %d files, and one with %d rank(s) of this job needs %d"
                  + " over UCX: raise it (ulimit -n %d)",
              host, limit, ranks, need, 2 * need));
    }
  }
}
