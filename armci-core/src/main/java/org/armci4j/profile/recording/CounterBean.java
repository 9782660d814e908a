package org.armci4j.profile.recording;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.Counters;
import org.armci4j.profile.CountersMXBean;
import org.armci4j.profile.OperationKind;
import org.slf4j.LoggerFactory;

/** Keeps the counters of a rank registered as a bean, until it is closed. */
public final class CounterBean implements CountersMXBean, AutoCloseable {
  private final Supplier<Counters> counters;
  private final String name;
  private boolean registered;

  /**
   * Registers a bean.
   *
   * @param rank the rank
   * @param counters gives its counters
   */
  public CounterBean(int rank, Supplier<Counters> counters) {
    this.counters = counters;
    this.name = Text.format("org.armci4j:type=Counters,rank=%d", rank);
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(name));
      registered = true;
    } catch (JMException e) {
      // Two jobs in one JVM both have such a rank. The program must not fail for its counters.
      LoggerFactory.getLogger(CounterBean.class).warn("{} is not registered: {}", name, e);
    }
  }

  @Override
  public void close() {
    if (!registered) {
      return;
    }
    registered = false;
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(name));
    } catch (JMException gone) {
      LoggerFactory.getLogger(CounterBean.class).debug("{} is not registered", name, gone);
    }
  }

  private static Map<String, Long> byKind(ToLongFunction<OperationKind> number) {
    Map<String, Long> numbers = new TreeMap<>();
    for (OperationKind kind : OperationKind.values()) {
      numbers.put(kind.label(), number.applyAsLong(kind));
    }
    return numbers;
  }

  private static long[] byPeer(int ranks, IntToLongFunction number) {
    return IntStream.range(0, ranks).mapToLong(number).toArray();
  }

  @Override
  public int getRank() {
    return counters.get().rank();
  }

  @Override
  public int getSize() {
    return counters.get().size();
  }

  @Override
  public Map<String, Long> getOperations() {
    return byKind(counters.get()::operations);
  }

  @Override
  public Map<String, Long> getBytes() {
    return byKind(counters.get()::bytes);
  }

  @Override
  public long[] getOperationsByPeer() {
    Counters now = counters.get();
    return byPeer(now.size(), now::operations);
  }

  @Override
  public long[] getBytesByPeer() {
    Counters now = counters.get();
    return byPeer(now.size(), now::bytes);
  }

  @Override
  public long getCollectives() {
    return counters.get().collectives();
  }
}
