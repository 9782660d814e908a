package org.armci4j.benchmarks.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.transport.TransportProvider;

/**
 * The measured network.
 *
 * @param hosts the hosts that it joins
 * @param transport the transport of this system through it
 * @param what a description for the user
 * @param cable delays frames; null if nothing does
 */
public record NetworkLine(HostPair hosts, String transport, String what, LongCable cable)
    implements AutoCloseable {
  private static final String HOSTS = "--hosts";
  private static final String TRANSPORT = "--transport";
  private static final String RATE = "--rate";
  private static final String DELAY = "--delay";
  private static final String UCX = "ucx";

  /**
   * Adds the options that select the network.
   *
   * @param line a suite's command line
   * @return the line
   */
  public static SuiteCommandLine addOptions(SuiteCommandLine line) {
    return line.option(
            HOSTS,
            "A,B",
            "Two hosts, as armci run --hosts takes them, with the same files at the same places;"
                + " if not said, two network namespaces of this host, which only root can make,"
                + " else its loopback device.")
        .option(TRANSPORT, "NAME", "ucx, if not said, or verbs.")
        .option(
            RATE,
            "N",
            "Makes the cable between the namespaces carry N Mbit/s, as slow to this host's cores as"
                + " a network card is to those of its own.")
        .option(
            DELAY,
            "N",
            "Makes the cable between the namespaces so long that a packet takes N µs more each way;"
                + " a program of ours carries them, which takes processor time of its own.");
  }

  /**
   * Returns whether any of the options stands in a command line.
   *
   * @param line the user's command line
   */
  public static boolean isChosen(SuiteCommandLine line) {
    return line.has(HOSTS) || line.has(TRANSPORT) || line.has(RATE) || line.has(DELAY);
  }

  /**
   * Prepares the network that the options name.
   *
   * @param line the user's command line
   * @throws IOException when namespaces cannot be made
   */
  public static NetworkLine of(SuiteCommandLine line) throws IOException {
    String names = line.value(HOSTS);
    HostPair pair = names == null ? HostPair.ofThisHost() : HostPair.named(names);
    try {
      if (line.has(RATE)) {
        pair.setRate(line.number(RATE, 0));
      }
      String transport = line.has(TRANSPORT) ? line.value(TRANSPORT) : UCX;
      String what = pair.what() + (line.has(DELAY) ? ", " + line.value(DELAY) + " µs apart" : "");
      return new NetworkLine(
          pair,
          transport,
          what + ", transport " + transport,
          line.has(DELAY) ? LongCable.between(pair, line.number(DELAY, 0)) : null);
    } catch (IOException | RuntimeException e) {
      try (pair) {
        throw e;
      }
    }
  }

  /**
   * Returns why this host cannot use a transport.
   *
   * @param transport its name
   * @return empty if it can
   */
  public static String missing(String transport) {
    Settings settings = Settings.resolve(SettingsProvider.all());
    return ServiceLoader.load(TransportProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(transport))
        .map(provider -> provider.availability(settings))
        .map(found -> found.yes() ? "" : found.reason())
        .findFirst()
        .orElse("it is not among the modules");
  }

  /**
   * Returns this system over the network, even if its ranks share a host.
   *
   * @param mainClass the main class of each rank
   */
  public Subject subject(Class<?> mainClass) {
    List<String> settings = new ArrayList<>(List.of("-Darmci.transport=" + transport));
    if (transport.equals(UCX)) {
      hosts.device().ifPresent(device -> settings.add("-Darmci.ucxDevices=" + device));
      settings.add("-Darmci.ucxTls=tcp");
    }
    if (hosts.isOneHost()) {
      settings.add(
          transport.equals(UCX)
              ? "-Darmci.ucxSameHost=network"
              : "-Darmci." + transport + "SameHost=device");
    }
    return JobMain.subject(mainClass, hosts, settings);
  }

  @Override
  public void close() throws IOException {
    try (hosts) {
      if (cable != null) {
        cable.close();
      }
    }
  }
}
