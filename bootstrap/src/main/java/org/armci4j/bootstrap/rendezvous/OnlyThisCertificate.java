package org.armci4j.bootstrap.rendezvous;

import java.net.Socket;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts a peer with one certificate, whatever its names and dates, and no other. TLS itself makes
 * the peer prove that it has the key. Extends the extended trust manager, as the JDK adds checks of
 * its own to a plain one.
 */
final class OnlyThisCertificate extends X509ExtendedTrustManager {
  private final Certificate accepted;

  OnlyThisCertificate(Certificate accepted) {
    this.accepted = accepted;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length == 0 || !accepted.equals(chain[0])) {
      throw new CertificateException("the certificate is not that of this side's tlsStore");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  /** Returns none, so that a peer does not learn which certificates to look for. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
