package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;

/** A store with a key of its own and its password, made as the docs say. */
record TlsFiles(Path store, Path password) {
  static TlsFiles create(Path directory, String name) throws IOException, InterruptedException {
    Path password = Files.writeString(directory.resolve(name + ".password"), "not so secret\n");
    TlsFiles files = new TlsFiles(directory.resolve(name + ".p12"), password);
    files.addKey("armci");
    makePrivate(files.store());
    makePrivate(password);
    return files;
  }

  /** The same store and password as files of their own. */
  TlsFiles copyTo(Path directory) throws IOException {
    TlsFiles copy =
        new TlsFiles(
            Files.copy(store, directory.resolve(store.getFileName())),
            Files.copy(password, directory.resolve(password.getFileName())));
    makePrivate(copy.store());
    makePrivate(copy.password());
    return copy;
  }

  static void makePrivate(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  void addKey(String alias) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=armci",
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:file",
                password.toString())
            .redirectErrorStream(true)
            .start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), words);
  }

  /** The settings of a fixture with these files. */
  SettingsBuilder settings() {
    return set(ServerFixture.settings());
  }

  SettingsBuilder set(SettingsBuilder builder) {
    return builder
        .set(BootstrapSettings.TLS_STORE, store.toString())
        .set(BootstrapSettings.TLS_PASSWORD_FILE, password.toString());
  }

  Tls tls() {
    Settings settings = settings().resolve();
    return Tls.of(settings);
  }
}
