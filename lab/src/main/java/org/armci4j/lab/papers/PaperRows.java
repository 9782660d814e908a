package org.armci4j.lab.papers;

import java.util.List;

/** Lists the rows whose papers state a figure, or whose cost the papers' figures rest on. */
final class PaperRows {
  static final List<PaperSection> ALL =
      List.of(
          new PaperSection(
              "Host-assisted zero-copy RMA",
              "Tipparaju, Santhanaraman, Nieplocha, Panda: Host-Assisted Zero-Copy Remote Memory"
                  + " Access Communication on InfiniBand",
              RmaRows.ALL),
          new PaperSection(
              "Collectives by remote write",
              "Gupta: Efficient Collective Communication using Remote Memory Operations on"
                  + " VIA-Based Clusters, 2002",
              CollectiveRows.COLLECTIVES),
          new PaperSection(
              "Allgather",
              "Sur, Bondhugula, Mamidala, Jin, Panda: High Performance RDMA Based All-to-all"
                  + " Broadcast for InfiniBand Clusters, 2005",
              CollectiveRows.ALLGATHER),
          new PaperSection(
              "Nonblocking collectives",
              "Wickramasinghe, Kissel, Lumsdaine: LibPhotonNBC: An RDMA Aware Collective Library on"
                  + " Photon, 2016",
              CollectiveRows.NONBLOCKING),
          new PaperSection(
              "Several paths",
              "Vishnu, Koop, Moody, Mamidala, Narravula, Panda: Topology agnostic hot-spot"
                  + " avoidance with InfiniBand, 2008",
              PathRows.ALL));

  /** Rows of the same papers for which their texts give no figure. */
  static final List<String> WITHOUT_FIGURE =
      List.of("R3", "R11", "C3", "G2", "G4", "N1", "N2", "N3", "N5", "N6", "N7", "H1", "H3", "H5");

  private PaperRows() {}

  /** Returns all rows. */
  static List<PaperRow> rows() {
    return ALL.stream().flatMap(section -> section.rows().stream()).toList();
  }
}
