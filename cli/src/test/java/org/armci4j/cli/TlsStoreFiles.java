package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** Holds a store with a key of its own, and its password. */
record TlsStoreFiles(Path store, Path password) {
  static final String PASSWORD = "not-so-secret";

  static TlsStoreFiles create(Path directory, String name)
      throws IOException, InterruptedException {
    Path store = directory.resolve(name + ".p12");
    Path password = Files.writeString(directory.resolve(name + ".password"), PASSWORD + "\n");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String command = "-genkeypair -alias a -keyalg EC -groupname secp256r1 -dname CN=armci";
    ProcessBuilder builder = new ProcessBuilder((keytool + " " + command).split(" "));
    builder.command().addAll(List.of("-keystore", store.toString()));
    builder.command().addAll(List.of("-storepass:file", password.toString()));
    Process process = builder.redirectErrorStream(true).start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), words);
    setMode(store, "rw-------");
    setMode(password, "rw-------");
    return new TlsStoreFiles(store, password);
  }

  static void setMode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** Returns the variables that name the files. */
  Map<String, String> settings() {
    return Map.of(
        "ARMCI_TLS_STORE", store.toString(), "ARMCI_TLS_PASSWORD_FILE", password.toString());
  }
}
