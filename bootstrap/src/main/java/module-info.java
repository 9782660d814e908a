/**
 * Out-of-band services of a job: who a rank is, how ranks find each other and exchange addresses,
 * how they learn of a failure, and the settings. The only user of Netty.
 */
@SuppressWarnings("module") // this module is built before the modules that it exports to
module org.armci4j.bootstrap {
  requires static com.google.errorprone.annotations;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires java.logging;
  requires org.slf4j;

  exports org.armci4j.bootstrap;
  exports org.armci4j.bootstrap.files to
      org.armci4j.cli,
      org.armci4j.core,
      org.armci4j.lab;
  exports org.armci4j.bootstrap.launch to
      org.armci4j.benchmarks,
      org.armci4j.cli,
      org.armci4j.testkit;
  exports org.armci4j.bootstrap.launch.plan to
      org.armci4j.benchmarks,
      org.armci4j.cli,
      org.armci4j.lab,
      org.armci4j.testkit;
  exports org.armci4j.bootstrap.launch.sweep to
      org.armci4j.lab;
  exports org.armci4j.bootstrap.local;
  exports org.armci4j.bootstrap.settings;
  exports org.armci4j.bootstrap.text to
      org.armci4j.arrays,
      org.armci4j.benchmarks,
      org.armci4j.cli,
      org.armci4j.collectives,
      org.armci4j.core,
      org.armci4j.lab,
      org.armci4j.lab.contracts,
      org.armci4j.strided,
      org.armci4j.testkit,
      org.armci4j.transport.network,
      org.armci4j.transport.ucx,
      org.armci4j.transport.verbs;

  uses org.armci4j.bootstrap.LaunchDetector;
  uses org.armci4j.bootstrap.settings.SettingsProvider;

  provides org.armci4j.bootstrap.LaunchDetector with
      org.armci4j.bootstrap.hosted.ExternalLaunchDetector;
  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.bootstrap.settings.BootstrapSettings;
}
