package org.armci4j.transport.shared;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;

/** The transport {@code shm}: ranks are processes of one host and map each other's memory. */
public final class ShmProvider implements TransportProvider {
  /** Whether the space of a block is reserved when it is allocated. */
  public static final Setting<Boolean> RESERVE =
      Setting.flag(
          "shmReserve",
          true,
          "reserve a block's space when it is allocated; false allows sparse blocks, and a full"
              + " file system then kills the process that touches them");

  private static final Path PROC = Path.of("/proc/self/fd");

  /** Creates the provider, for the service loader. */
  public ShmProvider() {}

  @Override
  public String name() {
    return "shm";
  }

  @Override
  public int order() {
    return 1;
  }

  @Override
  public Availability availability(Settings settings) {
    Path directory = Path.of(settings.get(BootstrapSettings.SHM_DIRECTORY));
    if (!Files.isDirectory(PROC)) {
      return new Availability(false, "there is no " + PROC + " here; it needs Linux");
    }
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      return new Availability(
          false,
          directory
              + " is not a writable directory; name one of a memory file system with"
              + " ARMCI_SHM_DIRECTORY");
    }
    return new Availability(true, "mapped files in " + directory);
  }

  @Override
  public boolean joins(List<Place> places) {
    return Place.oneHost(places);
  }

  @Override
  public String reach() {
    return "it joins processes of one host and user only, that see each other's /proc";
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    return openOnHost(bootstrap, settings, places);
  }

  /**
   * Opens the part of a network transport that serves ranks of one host. Collective over the job;
   * blocks of ranks elsewhere cannot be attached.
   *
   * @param bootstrap for exchanging addresses
   * @param settings the effective settings
   * @param places where each rank of the job lives
   * @return the transport
   */
  public static HostTransport openOnHost(
      Bootstrap bootstrap, Settings settings, List<Place> places) {
    Path directory = Path.of(settings.get(BootstrapSettings.SHM_DIRECTORY));
    NamelessFiles.sweep(directory); // after a job whose launcher could not do it
    int ranksHere = Place.ranksOnHostOf(places, bootstrap.rank());
    Place own = places.get(bootstrap.rank());
    int ranksInProcess = (int) places.stream().filter(own::equals).count();
    FileMemory memory =
        new FileMemory(
            directory, settings.get(RESERVE), ranksHere, new MappingRoom(ranksInProcess));
    return new SharedTransport("shm", memory, true, bootstrap, settings, places);
  }
}
