package org.armci4j.collectives.selection;

import java.util.List;

/**
 * The choices of a group for which nothing was measured. {@link TableLine} tells how lines read.
 * The first line that fits a call serves it, so a shorter limit stands before a longer one.
 */
final class ShippedTable {
  /**
   * Algorithms: short calls take few steps, long ones move few bytes through each rank.
   *
   * <p>Levels: columns where each gets enough to carry; gathered and chain keep the order of the
   * operands that the leaders would change.
   *
   * <p>Combine: to combine at once saves a wait for the others. Where each rank has a core of its
   * own, shares pay from a length on that falls with the number of operands that each would read:
   * the ranks' number for the root of a reduce, and again for the others of an allreduce.
   *
   * <p>Copy: a rank that looks for buffers pays two exchanges and system calls, and saves a copy.
   * At what length that is less differs between machines, and on one machine with the distance of
   * the two cores, so both are tried. What is combined at once has no use for buffers, except for
   * the longest reduces where ranks share cores.
   *
   * <p>Native: ranks that read the pages of one process at the same time hinder each other in the
   * kernel.
   */
  private static final String TEXT =
      """
      # choice  span         operations               ranks bytes       way
      algorithm any          barrier                  any   any         dissemination
      algorithm any          broadcast                1-8   32KiB       binomial
      algorithm any          broadcast                any   16KiB       binomial
      algorithm any          broadcast                any   64KiB       binomial-straight
      algorithm any          broadcast                1-7   any         chain-straight
      algorithm any          broadcast                any   512KiB      binomial-straight
      algorithm any          broadcast                any   any         scatter-allgather-straight
      algorithm any          reduce                   8-    1KiB        tree-3
      algorithm any          reduce                   any   2KiB        flat
      algorithm any          reduce                   any   any         chain
      algorithm any          allreduce                4-    4KiB        recursive-doubling
      algorithm any          allreduce                any   2KiB        flat
      algorithm any          allreduce                1-2   64KiB       flat-straight
      algorithm any          allreduce                4-    16KiB       rabenseifner
      algorithm any          allreduce                any   16KiB       pairwise
      algorithm any          allreduce                any   any         pairwise-straight
      algorithm any          allreduce                4-    any         rabenseifner
      algorithm any          allreduce                any   any         pairwise
      algorithm any          gather,scatter           8-    512         binomial
      algorithm any          gather,scatter           any   any         flat
      algorithm any          allgather                any   4KiB        recursive-doubling
      algorithm any          allgather                any   4KiB        bruck
      algorithm any          allgather                1-2   64KiB       flat-straight
      algorithm any          allgather                any   16KiB       neighbour
      algorithm any          allgather                any   any         neighbour-straight
      algorithm any          allgather                any   16KiB       ring
      algorithm any          allgather                any   any         ring-straight
      algorithm any          allgather                any   any         ring
      algorithm any          alltoall                 8-    256         bruck
      algorithm any          alltoall                 any   16KiB       pairwise
      algorithm any          alltoall                 any   any         pairwise-straight
      algorithm any          alltoall                 any   any         pairwise
      algorithm any          reduce-scatter           any   any         pairwise
      algorithm any          scan,exscan              4-    4KiB        recursive-doubling
      algorithm any          scan,exscan              any   any         chain

      level     network      broadcast,allreduce      any   any         columns
      level     network      alltoall                 any   8KiB        leaders
      level     network      alltoall                 any   any         columns
      level     network      barrier,broadcast,reduce any   any         leaders
      level     network      gather,scatter,allgather any   any         leaders
      level     network      reduce-scatter,allreduce any   any         leaders
      level     network      scan,exscan              any   any         leaders
      level     network      allreduce,scan,exscan    any   32KiB/n     gathered
      level     network      allreduce                any   any         chain

      combine   host         reduce                   1-2   any         at-once
      combine   host         reduce                   3-    256KiB/n^2  at-once
      combine   crowded-host reduce                   any   any         at-once
      combine   host         allreduce                3-    32KiB/n^2   at-once
      combine   host         allreduce                1-2   128KiB      at-once
      combine   crowded-host allreduce                any   128KiB      at-once
      combine   any          any                      any   any         shares

      copy      any          barrier,scan,exscan      any   any         slots
      copy      any          any                      1     any         slots
      copy      any          any                      any   <4KiB       slots
      copy      host         reduce                   1-2   any         slots-until-tried
      copy      host         allreduce                1-2   128KiB      slots-until-tried
      copy      host         any                      any   <128KiB     slots-until-tried
      copy      crowded-host reduce                   any   512KiB      slots-until-tried
      copy      crowded-host any                      any   <256KiB     slots-until-tried
      copy      any          any                      any   <1MiB       buffers-until-tried
      copy      any          any                      any   any         buffers

      native    host         broadcast                3-    any         none
      native    host         allreduce                3-15  <1MiB       none
      native    host         allreduce                16-   <256KiB     none
      native    any          any                      any   any         kernel
      """;

  static final List<TableLine> LINES = TableLine.parse(TEXT);

  private ShippedTable() {}
}
