package org.armci4j.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.CollectivesSettings;

/** Runs as the program that the tests launch. Its first argument says what it does. */
public final class Probe {
  private static final Membership SELF = Membership.current();

  /** Counts calls in static memory: each rank has its own, in every form of launch. */
  private static int calls;

  private Probe() {}

  /** Does what the first argument says. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "lines" -> lines(Integer.parseInt(args[1]));
      case "echo" -> echo(args);
      case "where" ->
          System.out.println(System.getenv("LOGIN") + " " + Path.of("").toAbsolutePath());
      case "copy" -> System.in.transferTo(System.out);
      case "print" -> print(args[1]);
      case "count" -> System.out.println("read " + System.in.readAllBytes().length);
      case "prompt" -> prompt();
      case "unended" -> unended();
      case "exit-each" -> exitEach();
      case "worker" -> worker();
      case "hook" -> hook(Integer.parseInt(args[1]));
      case "hook-behind-failure" -> hookBehindFailure(Integer.parseInt(args[1]));
      case "child-meets" -> childMeets();
      case "statics" -> System.out.println("calls " + ++calls + " of " + SELF.size());
      case "meet" -> meet();
      case "ready" -> ready();
      case "fail" -> fail(Integer.parseInt(args[1]), args[2]);
      case "secret" -> secret();
      case "child" -> child();
      case "compute-alone" -> computeAlone();
      case "stop-behind" -> stopBehind();
      case "mutex" -> mutex();
      case "checks" -> checks();
      case "stall" -> stall(Integer.parseInt(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void lines(int count) {
    for (int i = 0; i < count; i++) {
      System.out.println(line(SELF.rank(), i));
    }
  }

  /** Returns line i of a rank; any mixture of two lines equals neither. */
  static String line(int rank, int i) {
    return rank + " " + i + " " + Character.toString('a' + rank).repeat(i % 97) + " " + i;
  }

  private static void echo(String[] args) {
    for (String arg : args) {
      System.out.println(encode(arg));
    }
    System.out.println(encode(System.getenv("PROBE")));
  }

  static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void print(String text) throws InterruptedException {
    System.out.print(text);
    System.out.flush();
    park();
  }

  /** Asks and answers on rank 0; the others print a line when their input ends. */
  private static void prompt() throws IOException {
    if (SELF.rank() == 0) {
      System.out.print("N = ");
      System.out.flush();
      System.out.println(readLine() + " it is");
    } else {
      System.out.println(readLine() + " for rank " + SELF.rank());
    }
  }

  private static String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  /** Ends rank 0 without ending its line; the others print theirs when they are told to. */
  private static void unended() throws IOException {
    if (SELF.rank() == 0) {
      System.out.print("no end");
    } else {
      System.out.println(readLine());
    }
  }

  /** Exits rank 0 first, and well; the last rank exits when it is told, with code 3. */
  private static void exitEach() throws IOException {
    if (SELF.rank() < SELF.size() - 1) {
      System.out.println("exits " + SELF.rank());
      System.exit(0);
    }
    readLine();
    System.exit(3);
  }

  /** Throws in a thread of the last rank; everything else goes on. */
  private static void worker() throws InterruptedException {
    if (SELF.rank() == SELF.size() - 1) {
      Thread worker =
          new Thread(
              () -> {
                throw new IllegalStateException("boom");
              },
              "worker");
      worker.start();
      worker.join();
    }
    new CountDownLatch(1).await(1, TimeUnit.SECONDS);
  }

  /** Reports that it is ready, and takes some time for its end when it is told to end. */
  private static void hook(int millis) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> save(millis)));
    ready();
  }

  /** Fails the last rank while rank 0 waits, which then takes some time for its end. */
  private static void hookBehindFailure(int millis) {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(8);
      armci.barrier();
      if (armci.rank() == armci.size() - 1) {
        System.exit(3);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> save(millis)));
      armci.waitUntil(memory, armci.rank(), Comparison.EQ, 1);
    }
  }

  private static void save(int millis) {
    System.out.println("saving " + SELF.rank());
    try {
      new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.out.println("saved " + SELF.rank());
  }

  /** Waits in the runtime, so that the failure of the launcher ends the wait. */
  private static void childMeets() throws IOException {
    Process child = new ProcessBuilder("sleep", "1000").start();
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(8);
      armci.barrier();
      System.out.println("child " + child.pid());
      armci.waitUntil(memory, 0, Comparison.EQ, 1);
    }
  }

  private static void child() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("sleep", "1000").start();
    System.out.println("child " + child.pid());
    ready();
  }

  private static void ready() throws InterruptedException {
    System.out.println("ready " + ProcessHandle.current().pid());
    park();
  }

  /** Holds a mutex of rank 1 on rank 0 and waits for a signal that never comes. */
  private static void mutex() {
    try (Armci armci = Armci.open();
        Mutexes mutexes = armci.createMutexes(1)) {
      GlobalMemory memory = armci.allocate(8);
      if (armci.rank() == 0) {
        mutexes.lock(1, 0);
      }
      armci.barrier();
      if (armci.rank() == 0) {
        armci.waitUntil(memory, 0, Comparison.EQ, 1);
      }
      mutexes.lock(1, 0);
    }
  }

  /** Kills rank 0; the others wait for no rank, and close when their input tells them. */
  private static void computeAlone() throws Exception {
    try (Armci armci = Armci.open()) {
      armci.barrier();
      if (armci.rank() == 0) {
        kill("KILL");
        park();
      }
      int _ = System.in.read();
    }
  }

  /** Ends rank 0 with a good-bye, and stops all others. */
  private static void stopBehind() throws Exception {
    try (Bootstrap bootstrap = Bootstrap.open(SELF, Settings.resolve(BootstrapSettings.ALL))) {
      int[] all = IntStream.range(0, SELF.size()).toArray();
      bootstrap.exchange("all-here", all, new byte[0], TimeUnit.SECONDS.toNanos(30));
      if (SELF.rank() > 0) {
        kill("STOP");
        park();
      }
    }
    System.out.println("closed");
  }

  /** Prints whether collectives compare their calls. */
  private static void checks() {
    try (Armci armci = Armci.open()) {
      Settings settings = armci.settings().with(CollectivesSettings.ALL);
      System.out.println("checks " + settings.get(CollectivesSettings.CHECK));
    }
  }

  /** Lets all ranks wait for one that does not come. */
  private static void stall(int absent) throws InterruptedException {
    Bootstrap bootstrap = Bootstrap.open(SELF, Settings.resolve(BootstrapSettings.ALL));
    System.out.println("ready");
    if (SELF.rank() == absent) {
      park();
    }
    int[] all = IntStream.range(0, SELF.size()).toArray();
    bootstrap.exchange("never", all, new byte[0], TimeUnit.MINUTES.toNanos(5));
  }

  /** Lets all ranks meet, twice; rank 0 leaves first, and ends while the others are still there. */
  private static void meet() {
    int[] all = IntStream.range(0, SELF.size()).toArray();
    byte[] mine = {(byte) SELF.rank()};
    List<Integer> met = List.of();
    for (int round = 0; round < 2; round++) {
      try (Bootstrap bootstrap = Bootstrap.open(SELF, Settings.resolve(BootstrapSettings.ALL))) {
        met =
            bootstrap.exchange("all", all, mine, TimeUnit.SECONDS.toNanos(30)).stream()
                .map(value -> (int) value[0])
                .toList();
        for (int i = 0; i < 500 * SELF.rank(); i++) {
          bootstrap.exchange("alone", new int[] {SELF.rank()}, mine, TimeUnit.SECONDS.toNanos(30));
        }
      }
    }
    System.out.println("rank " + SELF.rank() + " of " + SELF.size() + " met " + met);
  }

  private static void secret() throws InterruptedException {
    Bootstrap _ = Bootstrap.open(SELF, Settings.resolve(BootstrapSettings.ALL));
    System.out.println("secret " + SELF.secret().toHex());
    park();
  }

  /** Fails one rank; the others wait to be told. */
  private static void fail(int failing, String how) throws Exception {
    Bootstrap bootstrap = Bootstrap.open(SELF, Settings.resolve(BootstrapSettings.ALL));
    CountDownLatch told = new CountDownLatch(1);
    bootstrap.onFailure(told::countDown);
    int[] all = IntStream.range(0, SELF.size()).toArray();
    try {
      bootstrap.exchange("all-here", all, new byte[0], TimeUnit.SECONDS.toNanos(30));
    } catch (BootstrapException failedMeanwhile) {
      // The rank has been told already.
    }
    if (SELF.rank() == failing) {
      perish(how, bootstrap);
      return;
    }
    told.await();
    Failure failure = bootstrap.failure();
    String news = "rank " + failure.rank() + " " + failure.reason();
    System.out.println("rank " + SELF.rank() + " was told: " + news);
    throw new IllegalStateException(news);
  }

  private static void perish(String how, Bootstrap bootstrap) throws Exception {
    switch (how) {
      case "exception" -> {
        new Thread(Probe::parkAnyway).start();
        throw new IllegalStateException("boom");
      }
      case "exit" -> System.exit(3);
      case "leave" -> System.exit(0);
      case "return" -> {}
      case "abort" -> {
        bootstrap.abort("had enough");
        park();
      }
      case "close-then-exit" -> {
        bootstrap.close();
        System.exit(4);
      }
      default -> {
        kill(how);
        park();
      }
    }
  }

  private static void kill(String signal) throws IOException {
    long self = ProcessHandle.current().pid();
    new ProcessBuilder("kill", "-" + signal, Long.toString(self)).start();
  }

  private static void parkAnyway() {
    try {
      park();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void park() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
