package org.armci4j.testkit.fake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Joins the ranks of a job: holds every registration, endpoint and line, by number. */
final class FakeFabric {
  private final Map<Long, FakeRegistration> registrations = new ConcurrentHashMap<>();
  private final Map<Long, FakeEndpoint> endpoints = new ConcurrentHashMap<>();
  private final Map<Long, FakeLine> lines = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  /** Lock of the network's atomics, which are atomic to each other, and not to those of CPUs. */
  private final Object atomics = new Object();

  long add(FakeRegistration registration) {
    long number = last.incrementAndGet();
    registrations.put(number, registration);
    return number;
  }

  void remove(long registration) {
    registrations.remove(registration);
  }

  /** Returns the registration, or null when it is closed. */
  FakeRegistration registration(long number) {
    return registrations.get(number);
  }

  long add(FakeEndpoint endpoint) {
    long number = last.incrementAndGet();
    endpoints.put(number, endpoint);
    return number;
  }

  FakeEndpoint endpoint(long number) {
    return endpoints.get(number);
  }

  long add(FakeLine line) {
    long number = last.incrementAndGet();
    lines.put(number, line);
    return number;
  }

  FakeLine line(long number) {
    return lines.get(number);
  }

  Object atomics() {
    return atomics;
  }
}
