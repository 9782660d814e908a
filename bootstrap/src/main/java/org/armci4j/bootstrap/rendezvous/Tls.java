package org.armci4j.bootstrap.rendezvous;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.files.ConfidentialFile;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * Provides TLS 1.3 below the frames, where the setting {@code tlsStore} asks for TLS. Both sides
 * have the same key and certificate, and each accepts only that certificate. The JDK's TLS is
 * loaded only on demand, as loading makes a start much longer.
 */
public final class Tls {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final String store;
  private final SSLContext context;

  private Tls(String store, SSLContext context) {
    this.store = store;
    this.context = context;
  }

  /**
   * Returns TLS as the settings ask for it, or null when they do not.
   *
   * @throws BootstrapException when the store or its password cannot be used
   */
  public static Tls of(Settings settings) {
    String store = settings.get(BootstrapSettings.TLS_STORE);
    if (store.isEmpty()) {
      return null;
    }
    String passwordFile = settings.get(BootstrapSettings.TLS_PASSWORD_FILE);
    if (passwordFile.isEmpty()) {
      throw new BootstrapException(
          Text.format(
                  "setting tlsStore: %s needs a password; name the file that holds it in"
                      + " tlsPasswordFile",
                  store)
              + " (ARMCI_TLS_PASSWORD_FILE)");
    }
    byte[] content = ConfidentialFile.read(BootstrapSettings.TLS_STORE, store);
    byte[] password = ConfidentialFile.read(BootstrapSettings.TLS_PASSWORD_FILE, passwordFile);
    try {
      return new Tls(store, context(content, firstLine(password)));
    } catch (GeneralSecurityException | IOException e) {
      throw new BootstrapException(
          Text.format(
              "setting tlsStore: %s is no PKCS12 store of one key that the password in %s opens:"
                  + " %s",
              store, passwordFile, e.getMessage()),
          e);
    }
  }

  /** Returns the first line of a password file, as keytool does. */
  private static char[] firstLine(byte[] file) {
    String text = new String(file, StandardCharsets.UTF_8);
    return text.lines().findFirst().orElse("").toCharArray();
  }

  private static SSLContext context(byte[] content, char[] password)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new ByteArrayInputStream(content), password);
    List<String> aliases = Collections.list(store.aliases());
    if (aliases.size() != 1 || !store.isKeyEntry(aliases.getFirst())) {
      throw new GeneralSecurityException("it holds " + aliases.size() + " entries: " + aliases);
    }
    Certificate certificate = store.getCertificate(aliases.getFirst());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance(PROTOCOLS[0]);
    context.init(
        keys.getKeyManagers(), new TrustManager[] {new OnlyThisCertificate(certificate)}, null);
    return context;
  }

  /** Returns a rank's explanation of a failed handshake. */
  String disagreement(SSLException failed) {
    return Text.format(
        "%s. The rendezvous and all ranks need the same tlsStore (here %s), and the job's secret",
        failed.getMessage(), store);
  }

  /** Returns an engine for the server's end of one connection. */
  SSLEngine forServer() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  /** Returns TLS over a rank's end of a connection. */
  SSLSocket over(Socket socket) throws IOException {
    String host = socket.getInetAddress().getHostAddress();
    Socket secure = context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
    SSLSocket own = (SSLSocket) secure;
    own.setEnabledProtocols(PROTOCOLS);
    return own;
  }
}
