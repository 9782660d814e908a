package org.armci4j;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.Place;
import org.armci4j.transport.TransportProvider;
import org.armci4j.transport.TransportProvider.Availability;
import org.armci4j.transport.shared.LocalProvider;
import org.armci4j.transport.shared.ShmProvider;

/** Chooses the transport of a job, once, at set-up. */
final class TransportSelection {
  private static final String AUTOMATIC = "auto";

  /**
   * Transports of a job on one host, unless the settings name another. They are tried before the
   * others are searched: a {@link ServiceLoader} reads the index of every archive on the class
   * path, which takes longer than all other steps of opening a rank.
   */
  private static final List<TransportProvider> ONE_HOST =
      List.of(new LocalProvider(), new ShmProvider());

  private TransportSelection() {}

  /**
   * Returns the provider to use; the same on every rank, as all see the same places and settings.
   */
  static TransportProvider select(Settings settings, List<Place> places) {
    String wanted = settings.get(ArmciSettings.TRANSPORT);
    if (!wanted.equals(AUTOMATIC)) {
      return forced(wanted, all(), settings, places);
    }
    TransportProvider onOneHost = first(ONE_HOST, settings, places);
    if (onOneHost != null) {
      return onOneHost;
    }
    List<TransportProvider> providers = withFirst(settings, all());
    TransportProvider first = first(providers, settings, places);
    if (first != null) {
      return first;
    }
    throw new SetupException(
        "no transport joins all ranks of this job:" + reasons(providers, settings, places));
  }

  private static List<TransportProvider> all() {
    return ServiceLoader.load(TransportProvider.class, TransportProvider.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(TransportProvider::order))
        .toList();
  }

  /** Returns the providers, with the one that {@link ArmciSettings#NETWORK} names first. */
  private static List<TransportProvider> withFirst(
      Settings settings, List<TransportProvider> providers) {
    String network = settings.get(ArmciSettings.NETWORK);
    if (network.equals(AUTOMATIC)) {
      return providers;
    }
    if (providers.stream().noneMatch(provider -> provider.name().equals(network))) {
      throw unknown(network, settings.origin(ArmciSettings.NETWORK), providers);
    }
    return providers.stream()
        .sorted(Comparator.comparing(provider -> !provider.name().equals(network)))
        .toList();
  }

  private static TransportProvider first(
      List<TransportProvider> providers, Settings settings, List<Place> places) {
    for (TransportProvider provider : providers) {
      if (whyNot(provider, settings, places).isEmpty()) {
        return provider;
      }
    }
    return null;
  }

  private static TransportProvider forced(
      String wanted, List<TransportProvider> providers, Settings settings, List<Place> places) {
    for (TransportProvider provider : providers) {
      if (provider.name().equals(wanted)) {
        String reason = whyNot(provider, settings, places);
        if (!reason.isEmpty()) {
          throw new SetupException(
              Text.format(
                  "transport %s, named by %s, cannot be used: %s; leave it out to get the first"
                      + " that can, and see: armci info",
                  wanted, settings.origin(ArmciSettings.TRANSPORT), reason));
        }
        return provider;
      }
    }
    throw unknown(wanted, settings.origin(ArmciSettings.TRANSPORT), providers);
  }

  private static SetupException unknown(
      String wanted, Object origin, List<TransportProvider> providers) {
    String known =
        providers.stream().map(TransportProvider::name).collect(Collectors.joining(", "));
    return new SetupException(
        Text.format(
            "there is no transport '%s' (%s); there are %s, and auto", wanted, origin, known));
  }

  /** Returns a line for each transport: why it cannot serve the job. */
  private static String reasons(
      List<TransportProvider> providers, Settings settings, List<Place> places) {
    return providers.stream()
        .map(provider -> "\n  " + provider.name() + ": " + whyNot(provider, settings, places))
        .collect(Collectors.joining());
  }

  /** Returns why the provider cannot serve the job; empty if it can. */
  private static String whyNot(TransportProvider provider, Settings settings, List<Place> places) {
    Availability availability = provider.availability(settings);
    if (!availability.yes()) {
      return availability.reason();
    }
    return provider.joins(places) ? "" : provider.reach();
  }
}
