package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Speaks TLS with any server, with a key or without. */
final class TrustingPeer {
  private final SSLContext context;

  private TrustingPeer(KeyManager[] keys) throws GeneralSecurityException {
    context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new All()}, null);
  }

  static TrustingPeer with(TlsFiles files) throws GeneralSecurityException, IOException {
    char[] password = Files.readString(files.password()).strip().toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(files.store().toFile(), password), password);
    return new TrustingPeer(keys.getKeyManagers());
  }

  static TrustingPeer withoutKey() throws GeneralSecurityException {
    return new TrustingPeer(new KeyManager[0]);
  }

  /** The client's side of a connection that is made. */
  SSLSocket over(Socket connected, String protocol) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(connected, "localhost", connected.getPort(), true);
    socket.setEnabledProtocols(new String[] {protocol});
    return socket;
  }

  /** The server's side of an accepted connection. */
  SSLSocket over(Socket accepted) throws IOException {
    return (SSLSocket)
        context.getSocketFactory().createSocket(accepted, InputStream.nullInputStream(), true);
  }

  /** What a client says first. */
  byte[] hello() throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), out);
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    return bytes;
  }

  private static final class All extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
