package org.armci4j.lab.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.lab.protocol.MeasuredPair.Computed;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.verbs.VerbsSettings;

/** Measures the same operations by several protocols, which settings force. */
final class ProtocolFigures {
  private static final String BUSY = ", busy";
  private static final String PACKETS = ", packets";
  private static final String HELPER = ", helper's time";
  private static final List<Long> COPIED_BYTES = List.of(64L << 10, 1L << 20, 4L << 20);
  private static final List<Long> GOT_BYTES = List.of(8L, 4L << 10, 64L << 10, 1L << 20);

  /** Longest segment of the measured lists. */
  static final long LONGEST_SEGMENT_BYTES = 64 << 10;

  private static final List<Long> SEGMENT_BYTES =
      List.of(8L, 64L, 512L, 2L << 10, 8L << 10, LONGEST_SEGMENT_BYTES);

  /** Buffers large enough for the longest piece, which may take an eighth of them. */
  private static final long BUFFER_BYTES = 64L << 20;

  private static final long LONGEST_PIECE_BYTES = 4L << 20;

  /** Longest message to a helper thread; few of that length can be under way. */
  private static final long LONGEST_REQUEST_BYTES = 1 << 20;

  private static final int FEWEST_RECEIVES = 16;
  private static final List<Long> ENTRY_BYTES = List.of(64L, 512L);
  private static final int MOST_ENTRIES = 32;

  private ProtocolFigures() {}

  /** Measures transfers from and to the user's own memory. */
  static void copies(ProtocolRank rank) {
    rank.open(
        settings -> settings.set(VerbsSettings.REGISTER_BYTES, 0L),
        pair -> copiesOfOwn(pair, "zero copy"));
    rank.open(
        settings -> settings.set(VerbsSettings.REGISTER_BYTES, Long.MAX_VALUE),
        pair -> copiesOfOwn(pair, "pipelined"));
    rank.open(
        settings ->
            settings
                .set(VerbsSettings.REGISTER_BYTES, Long.MAX_VALUE)
                .set(VerbsSettings.COPY_BYTES, BUFFER_BYTES)
                .set(VerbsSettings.COPY_PIECE_BYTES, LONGEST_PIECE_BYTES),
        pair -> copiesOfOwn(pair, "longest pieces"));
    rank.open(
        settings -> settings.set(VerbsSettings.LISTS, ListProtocol.PACKED),
        pair -> copiesAtBothSides(pair, "both sides, pipelined"));
    rank.open(
        settings ->
            settings
                .set(VerbsSettings.LISTS, ListProtocol.PACKED)
                .set(VerbsSettings.COPY_BYTES, BUFFER_BYTES)
                .set(VerbsSettings.REQUEST_BYTES, LONGEST_REQUEST_BYTES)
                .set(VerbsSettings.RECEIVES, FEWEST_RECEIVES)
                .set(VerbsSettings.CREDITS, 1),
        pair -> copiesAtBothSides(pair, "both sides, one by one"));
  }

  /**
   * Measures transfers that both sides copy. The data pass as one piece through buffers of the
   * origin and of the target, whose helper thread copies them out or in.
   */
  private static void copiesAtBothSides(MeasuredPair pair, String way) {
    for (long size : COPIED_BYTES) {
      SegmentList list = wholly(size);
      both(pair, "R4", "put", size, way, () -> pair.putList(list));
      both(pair, "R4", "get", size, way, () -> pair.getList(list));
    }
  }

  /** Returns a list of one segment. */
  private static SegmentList wholly(long sizeBytes) {
    SegmentList list = new SegmentList();
    list.add(0, 0, sizeBytes);
    return list;
  }

  private static void copiesOfOwn(MeasuredPair pair, String way) {
    try (Arena arena = Arena.ofShared()) {
      for (long size : COPIED_BYTES) {
        MemorySegment data = arena.allocate(size, 4096);
        both(pair, "R4", "put", size, way, () -> pair.put(data, size));
        both(pair, "R4", "get", size, way, () -> pair.get(data, size));
      }
    }
  }

  /** Measures updates of words. */
  static void updates(ProtocolRank rank) {
    for (VerbsSettings.Atomics by : VerbsSettings.Atomics.values()) {
      String way = by == VerbsSettings.Atomics.DEVICE ? "device" : "helper thread";
      rank.open(
          settings -> settings.set(VerbsSettings.ATOMICS, by),
          pair -> {
            FigureLines.print("R5", "fetch-add", Long.BYTES, way, Times.of(pair::fetchAdd));
            FigureLines.print("R5", "swap", Long.BYTES, way, Times.of(pair::swap));
            FigureLines.print("R5", "fetch-add", Integer.BYTES, way, Times.of(pair::fetchAddOfInt));
          });
    }
  }

  /** Measures gets of registered memory, and gets that both sides copy. */
  static void gets(ProtocolRank rank) {
    for (VerbsSettings.Get by : VerbsSettings.Get.values()) {
      String way = by == VerbsSettings.Get.READ ? "RDMA read" : "helper's write";
      rank.open(
          settings -> settings.set(VerbsSettings.GET, by),
          pair ->
              GOT_BYTES.forEach(size -> both(pair, "R7", "get", size, way, () -> pair.get(size))));
    }
    rank.open(
        settings -> settings.set(VerbsSettings.LISTS, ListProtocol.PACKED),
        pair ->
            GOT_BYTES.forEach(
                size -> {
                  SegmentList list = wholly(size);
                  both(pair, "R7", "get", size, "copied", () -> pair.getList(list));
                }));
  }

  /** Measures transfers of 1 MiB, in segments and in one. */
  static void lists(ProtocolRank rank) {
    rank.open(
        settings -> {},
        pair -> {
          long size = MeasuredPair.LIST_BYTES;
          both(pair, "R8", "put", size, "contiguous", () -> pair.put(pair.own(), size));
          both(pair, "R8", "get", size, "contiguous", () -> pair.get(size));
        });
    // The shortest segments take long and warm up nothing that others do not.
    List<Long> sizes =
        rank.warmsUp() ? SEGMENT_BYTES.subList(1, SEGMENT_BYTES.size()) : SEGMENT_BYTES;
    for (ListProtocol protocol : VerbsRow.PROTOCOLS) {
      String way = VerbsRow.name(protocol);
      rank.open(
          settings -> settings.set(VerbsSettings.LISTS, protocol),
          pair -> {
            for (long size : sizes) {
              SegmentList list = MeasuredPair.segments(size, false);
              both(pair, "R8", "put-list", size, way, () -> pair.putList(list));
              both(pair, "R8", "get-list", size, way, () -> pair.getList(list));
            }
          });
    }
  }

  /**
   * Measures a transfer with an idle target, with one that computes, and what it costs: packets of
   * both ranks, and the processor time of the busy target's helper thread.
   */
  private static void both(
      MeasuredPair pair,
      String row,
      String operation,
      long sizeBytes,
      String way,
      Runnable transfer) {
    FigureLines.print(row, operation, sizeBytes, way, Times.of(transfer));
    DevicePackets packets = new DevicePackets();
    transfer.run();
    FigureLines.print(row, operation + PACKETS, sizeBytes, way, (double) packets.count());
    Times[] busy = new Times[1];
    Computed target = pair.whileComputing(() -> busy[0] = Times.of(transfer));
    FigureLines.print(row, operation + BUSY, sizeBytes, way, busy[0]);
    double helperNanos = target.helperShare() * busy[0].median();
    FigureLines.print(row, operation + HELPER, sizeBytes, way, Times.of(helperNanos));
  }

  /** Measures lists with one segment in each request or message, and with many. */
  static void entries(ProtocolRank rank) {
    for (int entries : new int[] {1, MOST_ENTRIES}) {
      String way = entries == 1 ? "1 entry" : MOST_ENTRIES + " entries";
      rank.open(
          settings -> entries(settings, ListProtocol.DIRECT, entries),
          pair -> puts(pair, "put of rows", way, true));
      rank.open(
          settings -> entries(settings, ListProtocol.ASSISTED, entries),
          pair -> {
            puts(pair, "assisted put", way, false);
            for (long size : ENTRY_BYTES) {
              SegmentList list = MeasuredPair.segments(size, false);
              Times times = Times.of(() -> pair.getList(list));
              FigureLines.print("R10", "assisted get", size, way, times);
            }
          });
    }
  }

  private static void entries(SettingsBuilder settings, ListProtocol protocol, int entries) {
    settings
        .set(VerbsSettings.LISTS, protocol)
        .set(VerbsSettings.SEGMENTS, entries)
        .set(VerbsSettings.ASSISTED_SEGMENTS, entries);
  }

  private static void puts(MeasuredPair pair, String operation, String way, boolean together) {
    for (long size : ENTRY_BYTES) {
      SegmentList list = MeasuredPair.segments(size, together);
      FigureLines.print("R10", operation, size, way, Times.of(() -> pair.putList(list)));
    }
  }
}
