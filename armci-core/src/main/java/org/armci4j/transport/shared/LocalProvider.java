package org.armci4j.transport.shared;

import java.util.List;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;

/** The transport {@code local}: ranks are threads of one JVM and share its native memory. */
public final class LocalProvider implements TransportProvider {
  /** Creates the provider, for the service loader. */
  public LocalProvider() {}

  @Override
  public String name() {
    return "local";
  }

  @Override
  public int order() {
    return 0;
  }

  @Override
  public Availability availability(Settings settings) {
    return new Availability(true, "ranks as threads of one JVM");
  }

  @Override
  public boolean joins(List<Place> places) {
    return Place.oneProcess(places);
  }

  @Override
  public String reach() {
    return "it joins the threads of one JVM only: armci run --threads";
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    JvmMemory memory = bootstrap.shared(JvmMemory.class, JvmMemory::new);
    return new SharedTransport(name(), memory, false, bootstrap, settings, places);
  }
}
