package org.armci4j.transport.verbs;

import org.armci4j.ArmciException;
import org.armci4j.VerbsSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.verbs.device.DeviceAttributes.Atomics;

/**
 * The ways in which this rank's operations reach other ranks, chosen once from the settings and
 * from what the device can do.
 */
final class Protocols {
  private final Connections connections;
  private final Transfers transfers;
  private final SegmentTransfers segmentTransfers;
  private final AssistedGets assistedGets;
  private final ValueSlots values;
  private final Words words;
  private final boolean deviceWords;

  /**
   * @param blocks what is registered already
   * @param cache registrations of other memory
   * @param ring what is copied passes through it
   */
  Protocols(
      Settings settings,
      Adapter adapter,
      RegisteredMemory memory,
      Connections connections,
      RegisteredRanges<OwnBlock> blocks,
      RegistrationCache cache,
      CopyRing ring) {
    this.connections = connections;
    Transfers.Options options = transferOptions(settings, adapter);
    this.transfers = new Transfers(blocks, cache, ring, options);
    this.segmentTransfers = new SegmentTransfers(transfers, ring, options);
    this.assistedGets = assistedGets(settings, adapter, memory, blocks);
    RegisteredMemory.Part slots = memory.allocate(ValueSlots.SIZE_BYTES);
    this.values = new ValueSlots(slots.memory(), slots.localKey());
    this.deviceWords = usesDeviceWords(settings, adapter);
    this.words =
        deviceWords
            ? new DeviceWords(this::peer, values, ring, memory.allocate(Long.BYTES))
            : new HelperWords(this::peer);
  }

  private static Transfers.Options transferOptions(Settings settings, Adapter adapter) {
    return new Transfers.Options(
        settings.get(VerbsSettings.REGISTER_BYTES),
        Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
        Math.min(adapter.path().maxMessageBytes(), 1 << 30),
        Transfers.tailedBytes(adapter.device().attributes().isSoftware()));
  }

  private static AssistedGets assistedGets(
      Settings settings,
      Adapter adapter,
      RegisteredMemory memory,
      RegisteredRanges<OwnBlock> blocks) {
    return settings.get(VerbsSettings.GET) == VerbsSettings.Get.READ
        ? null
        : new AssistedGets(
            blocks,
            memory.allocate(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
            adapter.path().maxMessageBytes());
  }

  private static boolean usesDeviceWords(Settings settings, Adapter adapter) {
    boolean wanted = settings.get(VerbsSettings.ATOMICS) == VerbsSettings.Atomics.DEVICE;
    if (wanted && adapter.device().attributes().atomics() == Atomics.NONE) {
      throw new ArmciException(
          "the RDMA device %s has no atomic operations: set verbsAtomics (ARMCI_VERBS_ATOMICS) to"
                  .formatted(adapter)
              + " helper on all ranks");
    }
    return wanted;
  }

  /** The rank as the device reaches it; connects at the first call. */
  Peer peer(int target) {
    return connections.to(target);
  }

  Transfers transfers() {
    return transfers;
  }

  SegmentTransfers segmentTransfers() {
    return segmentTransfers;
  }

  /** How gets are made by the target's helper thread, or null where the device reads. */
  AssistedGets assistedGets() {
    return assistedGets;
  }

  ValueSlots values() {
    return values;
  }

  Words words() {
    return words;
  }

  /** Whether the devices update words of eight bytes, and not the helper threads. */
  boolean deviceWords() {
    return deviceWords;
  }
}
