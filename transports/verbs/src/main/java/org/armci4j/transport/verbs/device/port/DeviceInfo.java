package org.armci4j.transport.verbs.device.port;

import java.util.List;

/**
 * Describes a device, for {@link GidChoice} and for people.
 *
 * @param name as ibv_devices lists it
 * @param attributes its limits
 * @param ports its ports
 */
public record DeviceInfo(String name, DeviceAttributes attributes, List<DevicePort> ports) {}
