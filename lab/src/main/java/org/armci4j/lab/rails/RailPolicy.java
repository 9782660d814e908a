package org.armci4j.lab.rails;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * How transfers are divided, as in "Topology agnostic hot-spot avoidance with InfiniBand", section
 * 5: (n,b) are the best b of n paths, which go through the rails in turn.
 */
enum RailPolicy {
  /** One path, through the first rail. */
  ONE("one path", 1, 1, 1),
  /** Four paths that all carry a part. */
  HSAM("HSAM", 2, 4, 4),
  /** Two of four. */
  TWO_OF_4("(4,2)", 2, 4, 2),
  /** Two of eight. */
  TWO_OF_8("(8,2)", 2, 8, 2),
  /** Three of twelve. */
  THREE_OF_12("(12,3)", 2, 12, 3);

  /** A path that is a sixteenth as fast as another one still carries a part. */
  private static final long STRIPE_BYTES = 16 << 10;

  private static final List<String> SIDES = List.of("", "b");

  private final String label;
  private final int rails;
  private final int paths;
  private final int batch;

  RailPolicy(String label, int rails, int paths, int batch) {
    this.label = label;
    this.rails = rails;
    this.paths = paths;
    this.batch = batch;
  }

  /** Its name in the table. */
  String label() {
    return label;
  }

  /**
   * Sets it.
   *
   * @param sides the side of each rank, 0 or 1
   */
  void set(SettingsBuilder settings, int... sides) {
    settings
        .set(VerbsSettings.DEVICE, devices(sides))
        .set(VerbsSettings.PATHS, paths / rails)
        .set(VerbsSettings.PATH_BATCH, batch)
        .set(VerbsSettings.STRIPE_BYTES, STRIPE_BYTES);
  }

  private String devices(int... sides) {
    return Arrays.stream(sides).mapToObj(this::devicesAt).collect(Collectors.joining("/"));
  }

  private String devicesAt(int side) {
    return "rxe0" + SIDES.get(side) + (rails == 1 ? "" : ",rxe1" + SIDES.get(side));
  }
}
