package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Compiles the peers' programs, once for each state of their sources. */
final class PeerBuild {
  /** Headers of all suites; each suite has one header more, under its own name. */
  private static final List<String> HEADERS =
      List.of("bench.h", "computation.h", "mpi_share.h", "shmem_share.h");

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final String suite;
  private final Path directory;

  /** Creates a builder of a suite's programs. The directory is made when first needed. */
  PeerBuild(String suite, Path directory) {
    this.suite = suite;
    this.directory = directory;
  }

  /** Returns the peer's program; empty if its compiler or a library is not installed. */
  Optional<Path> program(PeerLibrary peer) {
    return program(peer.label(), peer.source(suite), peer.compiler(), peer.libraries());
  }

  /** Returns a program; empty if its compiler or a library is not installed. */
  Optional<Path> program(String label, String source, String compiler, List<String> libraries) {
    if (!isOnPath(compiler)) {
      return Optional.empty();
    }
    try {
      Files.createDirectories(directory.resolve(suite));
      return compile(label, source, compiler, libraries);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build the program of " + label, e);
    }
  }

  private Optional<Path> compile(
      String label, String sourceName, String compiler, List<String> libraries) throws IOException {
    MessageDigest digest = sha256();
    for (String name : HEADERS) {
      digest.update(unpack(name));
    }
    digest.update(unpack(suite + "/" + suite + ".h"));
    byte[] source = unpack(sourceName);
    digest.update(String.join(" ", libraries).getBytes(StandardCharsets.UTF_8));
    String hash = HexFormat.of().formatHex(digest.digest(source), 0, 6);
    Path program = directory.resolve(suite).resolve(label + "-" + hash);
    if (Files.exists(program)) {
      return Optional.of(program);
    }
    Path fresh =
        program.resolveSibling(program.getFileName() + "." + ProcessHandle.current().pid());
    List<String> command = new ArrayList<>(List.of(compiler, "-O3", "-march=native"));
    command.addAll(List.of("-I", directory.toString(), "-o", fresh.toString()));
    command.add(directory.resolve(sourceName).toString());
    command.addAll(libraries);
    Command.Outcome outcome = Command.run(command, LIMIT);
    if (outcome.exitCode() == 0) {
      Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
      return Optional.of(program);
    }
    if (lacksLibrary(outcome.lines())) {
      return Optional.empty();
    }
    throw new IOException(String.join(" ", command) + " failed:\n" + outcome.lastLines());
  }

  private static boolean lacksLibrary(List<String> lines) {
    return lines.stream()
        .anyMatch(line -> line.contains("No such file") || line.contains("cannot find -l"));
  }

  /** Copies a source file from the jar into the directory, where the compiler can read it. */
  private byte[] unpack(String name) throws IOException {
    try (InputStream in = PeerBuild.class.getResourceAsStream("/META-INF/armci/peers/" + name)) {
      byte[] bytes = in.readAllBytes();
      Path file = directory.resolve(name);
      Path fresh = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
      Files.write(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE); // other processes compile from it
      return bytes;
    }
  }

  private static boolean isOnPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return List.of(path.split(":", -1)).stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
