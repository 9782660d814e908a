package org.armci4j.lab.rails;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Policies of dividing transfers, as in "Topology agnostic hot-spot avoidance with InfiniBand",
 * section 5: (n,b) is the best b of n paths, which use the rails in turn.
 */
enum RailPolicy {
  /** One path, through the first rail. */
  ONE("one path", 1, 1, 1),
  /** Four paths that all carry a part. */
  HSAM("HSAM", 2, 4, 4),
  /** The best two of four paths. */
  TWO_OF_4("(4,2)", 2, 4, 2),
  /** The best two of eight paths. */
  TWO_OF_8("(8,2)", 2, 8, 2),
  /** The best three of twelve paths. */
  THREE_OF_12("(12,3)", 2, 12, 3);

  /** Stripe so short that a path with a sixteenth of another's speed still carries a part. */
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

  /** Returns the name in the table. */
  String label() {
    return label;
  }

  /**
   * Sets the policy.
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
