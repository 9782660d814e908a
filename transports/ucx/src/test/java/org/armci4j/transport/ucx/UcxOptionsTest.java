package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;

/** What becomes of the settings. */
class UcxOptionsTest {
  private static Map<String, String> options(Map<String, String> environment) {
    return UcxOptions.of(
        Settings.of(UcxSettings.ALL).environment(Map.of()).properties(new Properties()).resolve(),
        environment,
        RdmaDevices.NONE);
  }

  @Test
  void theBuffersForTcpAreLong() {
    Map<String, String> options = options(Map.of());
    for (String name : List.of("TX_SEG_SIZE", "RX_SEG_SIZE")) {
      assertEquals("262656", options.get(name));
      assertEquals("262656", options.get("TCP_" + name));
    }
  }

  @Test
  void theEnvironmentGoesBeforeTheBuffersForTcp() {
    Map<String, String> options = options(Map.of("UCX_TCP_TX_SEG_SIZE", "8k"));
    assertTrue(
        options.keySet().stream().noneMatch(name -> name.contains("SEG_SIZE")), options::toString);
  }

  private static Settings settings(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty("armci." + name, value);
    return Settings.of(UcxSettings.ALL).environment(Map.of()).properties(properties).resolve();
  }

  /** UCX may send the parts of a message by several devices. */
  @Test
  void dataWithTheirSignalAreOneSegment() {
    assertEquals(
        32 << 10, UcxOptions.oneMessageBytes(settings("ucxTcpSegmentBytes", "256KiB"), Map.of()));
    assertEquals(
        8 << 10, UcxOptions.oneMessageBytes(settings("ucxTcpSegmentBytes", "8KiB"), Map.of()));
    assertEquals(
        512,
        UcxOptions.oneMessageBytes(
            settings("ucxTcpSegmentBytes", "256KiB"), Map.of("UCX_TCP_RX_SEG_SIZE", "4k")));
  }

  @Test
  void aSegmentHasRoomForWhatGoesBeforeItsData() {
    assertEquals(
        256 << 10, UcxOptions.segmentBytes(settings("ucxTcpSegmentBytes", "256KiB"), Map.of()));
    assertEquals(
        512,
        UcxOptions.segmentBytes(
            settings("ucxTcpSegmentBytes", "256KiB"), Map.of("UCX_TCP_RX_SEG_SIZE", "4k")));
  }

  @Test
  void tcpIsAloneWhereNothingElseCanBeChosen() {
    Settings auto = settings("ucxTls", "auto");
    assertTrue(UcxOptions.isTcpAlone(auto, Map.of(), RdmaDevices.NONE));
    assertFalse(UcxOptions.isTcpAlone(auto, Map.of(), RdmaDevices.OTHER));
    assertFalse(UcxOptions.isTcpAlone(auto, Map.of("UCX_TLS", "rc,tcp"), RdmaDevices.NONE));
    assertTrue(UcxOptions.isTcpAlone(auto, Map.of("UCX_TLS", "tcp"), RdmaDevices.OTHER));
    assertTrue(UcxOptions.isTcpAlone(auto, Map.of("UCX_TLS", "tcp,self"), RdmaDevices.OTHER));
    assertFalse(UcxOptions.isTcpAlone(auto, Map.of("UCX_TLS", "tcp,rc"), RdmaDevices.OTHER));
    assertTrue(UcxOptions.isTcpAlone(settings("ucxTls", "tcp"), Map.of(), RdmaDevices.OTHER));
    assertTrue(UcxOptions.isTcpAlone(auto, Map.of(), RdmaDevices.SOFT_ROCE));
  }

  /** Over TCP each segment that is not packed costs two messages. */
  @Test
  void longerSegmentsArePackedOverTcpUnlessSomebodyNamesALength() {
    Settings auto = settings("ucxTls", "auto");
    assertEquals(16 << 10, UcxOptions.packedSegmentBytes(auto, Map.of(), RdmaDevices.NONE));
    assertEquals(2 << 10, UcxOptions.packedSegmentBytes(auto, Map.of(), RdmaDevices.OTHER));
    Settings named = settings("ucxPackedSegmentBytes", "2KiB");
    assertEquals(2 << 10, UcxOptions.packedSegmentBytes(named, Map.of(), RdmaDevices.NONE));
  }

  private static String transports(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    return UcxOptions.of(settings, environment, devices).get("TLS");
  }

  /** UCX 1.13.1 ends its process there. */
  @Test
  void softRoceIsLeftOutUnlessSomebodyNamesWhatUcxTakes() {
    Settings auto = settings("ucxTls", "auto");
    assertEquals("tcp", transports(auto, Map.of(), RdmaDevices.SOFT_ROCE));
    assertEquals("^sm,self", transports(auto, Map.of(), RdmaDevices.OTHER));
    assertEquals("^sm,self", transports(auto, Map.of(), RdmaDevices.NONE));
    assertEquals("rc,ud", transports(settings("ucxTls", "rc,ud"), Map.of(), RdmaDevices.SOFT_ROCE));
    assertEquals("ud", transports(auto, Map.of("UCX_TLS", "ud"), RdmaDevices.SOFT_ROCE));
    assertEquals(
        "^sm,self", transports(settings("ucxDevices", "rxe0:1"), Map.of(), RdmaDevices.SOFT_ROCE));
    assertEquals(
        "^sm,self", transports(auto, Map.of("UCX_NET_DEVICES", "rxe0:1"), RdmaDevices.SOFT_ROCE));
  }
}
