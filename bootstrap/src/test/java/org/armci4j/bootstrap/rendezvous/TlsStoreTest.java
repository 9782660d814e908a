package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which stores are accepted, and what is said of others. */
class TlsStoreTest {
  private static final int NOBODY = 65534;

  @TempDir static Path madeOnce;
  private static TlsFiles made;

  @TempDir Path directory;
  private TlsFiles files;

  @BeforeAll
  static void makeStore() throws Exception {
    made = TlsFiles.create(madeOnce, "store");
  }

  @BeforeEach
  void copyStore() throws IOException {
    files = made.copyTo(directory);
  }

  private void assertRefused(String words) {
    var refused = assertThrows(BootstrapException.class, files::tls);
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
    assertFalse(refused.getMessage().contains("not so secret"), "the password is not shown");
  }

  @Test
  void withoutSettingThereIsNoTls() {
    assertNull(Tls.of(ServerFixture.settings().resolve()));
    assertNotNull(files.tls());
  }

  @Test
  void filesThatOthersCanReadAreRefused() throws Exception {
    for (Path file : new Path[] {files.store(), files.password()}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      assertRefused("all users can read " + file + "; make it private: chmod 600");
      TlsFiles.makePrivate(file);
    }
    assertNotNull(files.tls());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw--w----", "rw-----w-", "rw-rw----"})
  void filesThatOthersCanWriteAreRefused(String mode) throws Exception {
    for (Path file : new Path[] {files.store(), files.password()}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      assertRefused("others can write to " + file);
      TlsFiles.makePrivate(file);
    }
    assertNotNull(files.tls());
  }

  @Test
  void aFolderThatOthersCanWriteIsRefusedUnlessItIsSticky() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("above/below"));
    files = made.copyTo(folder);
    for (Path writable : new Path[] {folder, folder.getParent()}) {
      Files.setAttribute(writable, "unix:mode", 0777);
      assertRefused("others can write to " + writable + " (mode 777)");
      Files.setAttribute(writable, "unix:mode", 01777);
      assertNotNull(files.tls());
    }
  }

  @Test
  void aStoreBehindALinkOfAFolderThatOthersCanWriteIsRefused() throws Exception {
    Path open = Files.createDirectory(directory.resolve("open"));
    Path link = Files.createSymbolicLink(open.resolve("link"), files.store());
    var settings =
        ServerFixture.settings()
            .set(BootstrapSettings.TLS_STORE, link.toString())
            .set(BootstrapSettings.TLS_PASSWORD_FILE, files.password().toString())
            .resolve();
    assertNotNull(Tls.of(settings));
    Files.setAttribute(open, "unix:mode", 0770);
    var refused = assertThrows(BootstrapException.class, () -> Tls.of(settings));
    assertTrue(refused.getMessage().contains("others can write to " + open), refused.getMessage());
  }

  @Test
  void filesOfAnotherUserAreRefused() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    for (Path file : new Path[] {files.store(), files.password()}) {
      Files.setAttribute(file, "unix:uid", NOBODY);
      assertRefused(file + " belongs to another user (" + NOBODY + "), who can change it");
      Files.setAttribute(file, "unix:uid", 0);
    }
    assertNotNull(files.tls());
  }

  @Test
  void aPasswordIsNeeded() throws Exception {
    var none = ServerFixture.settings().set(BootstrapSettings.TLS_STORE, files.store().toString());
    var refused = assertThrows(BootstrapException.class, () -> Tls.of(none.resolve()));
    assertTrue(refused.getMessage().contains("ARMCI_TLS_PASSWORD_FILE"), refused.getMessage());
    Files.writeString(files.password(), "another\n");
    assertRefused("is no PKCS12 store of one key that the password in " + files.password());
    Files.delete(files.password());
    assertRefused("setting tlsPasswordFile: cannot read " + files.password());
  }

  @Test
  void whatIsNoStoreOfOneKeyIsRefused() throws Exception {
    files.addKey("second");
    assertRefused("it holds 2 entries");
    Files.writeString(files.store(), "garbage");
    assertRefused("is no PKCS12 store of one key");
    Files.delete(files.store());
    assertRefused("setting tlsStore: cannot read " + files.store());
  }
}
