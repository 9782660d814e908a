package org.armci4j;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
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
   * Returns the provider to use, the same on every rank. What one host needs is there on all ranks
   * or on none. A network may be missing on some hosts, so the ranks tell each other which they can
   * use.
   *
   * @param settings of which the transport and the network are the same on all ranks
   * @param places where the ranks live
   * @param rank the own rank
   * @param exchange returns the messages of all ranks, by rank, for this rank's
   */
  static TransportProvider select(
      Settings settings, List<Place> places, int rank, Function<byte[], List<byte[]>> exchange) {
    String wanted = settings.get(ArmciSettings.TRANSPORT);
    boolean automatic = wanted.equals(AUTOMATIC);
    TransportProvider onOneHost =
        automatic ? first(ONE_HOST, settings, places) : named(wanted, ONE_HOST);
    if (onOneHost != null) {
      return automatic ? onOneHost : usable(onOneHost, settings, places);
    }
    List<TransportProvider> providers =
        automatic ? withFirst(settings, all()) : List.of(required(wanted, settings));
    byte[] offer = NetworkOffers.encode(reasons(providers, settings, places));
    NetworkOffers offers = NetworkOffers.decode(rank, exchange.apply(offer));
    String common = offers.common();
    if (common != null) {
      return named(common, providers);
    }
    throw automatic
        ? new SetupException("no transport joins all ranks of this job:" + offers.listed())
        : refused(settings, offers.whyNot(wanted));
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

  /** Returns the provider of a name, or null. */
  private static TransportProvider named(String name, List<TransportProvider> providers) {
    return providers.stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static TransportProvider required(String name, Settings settings) {
    List<TransportProvider> providers = all();
    TransportProvider found = named(name, providers);
    if (found == null) {
      throw unknown(name, settings.origin(ArmciSettings.TRANSPORT), providers);
    }
    return found;
  }

  private static TransportProvider usable(
      TransportProvider provider, Settings settings, List<Place> places) {
    String reason = whyNot(provider, settings, places);
    if (!reason.isEmpty()) {
      throw refused(settings, reason);
    }
    return provider;
  }

  private static SetupException refused(Settings settings, String reason) {
    return new SetupException(
        Text.format(
            "transport %s, named by %s, cannot be used: %s; leave it out to get the first"
                + " that can, and see: armci info",
            settings.get(ArmciSettings.TRANSPORT),
            settings.origin(ArmciSettings.TRANSPORT),
            reason));
  }

  private static SetupException unknown(
      String wanted, Object origin, List<TransportProvider> providers) {
    String known =
        providers.stream().map(TransportProvider::name).collect(Collectors.joining(", "));
    return new SetupException(
        Text.format(
            "there is no transport '%s' (%s); there are %s, and auto", wanted, origin, known));
  }

  /** Returns of each transport, in order of preference, why it cannot be used, or "". */
  private static Map<String, String> reasons(
      List<TransportProvider> providers, Settings settings, List<Place> places) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (TransportProvider provider : providers) {
      reasons.put(provider.name(), whyNot(provider, settings, places));
    }
    return reasons;
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
