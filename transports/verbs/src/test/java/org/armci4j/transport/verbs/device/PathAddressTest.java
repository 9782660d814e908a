package org.armci4j.transport.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.List;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.armci4j.transport.verbs.device.port.Gid;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.GidEntry;
import org.armci4j.transport.verbs.device.port.GidRequest;
import org.junit.jupiter.api.Test;

/** Checks the address of a path that a device gets, for ports that no test has. */
class PathAddressTest {
  private static final int LMC = 2;
  private static final Gid IPV4 = new Gid(0, 0xffff_0a09_0001L);

  private static GidChoice port(DevicePort.Link link, int lid, int lmc, GidEntry... gids) {
    DevicePort port =
        new DevicePort(
            1, DevicePort.State.ACTIVE, link, lid, lmc, 4096, 1 << 30, 100, List.of(gids));
    return GidChoice.best(List.of(new DeviceInfo("one", null, List.of(port))), GidRequest.ANY);
  }

  /** Returns the endpoint that the other side tells. */
  private static Endpoint told(GidChoice path) {
    return new Endpoint(7, 0, path.pathLid(), path.gid(), path.mtuBytes(), 1);
  }

  @Test
  void pathsOfInfinibandTakeTheLidsOfBothPorts() {
    GidChoice own = port(DevicePort.Link.INFINIBAND, 0xbff0, LMC);
    GidChoice other = port(DevicePort.Link.INFINIBAND, 0x24, LMC);
    try (Arena arena = Arena.ofConfined()) {
      for (int path = 0; path < 6; path++) {
        long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
        QueuePair.putAddress(attributes, own.onPath(path), told(other.onPath(path)));
        int bits = path % (1 << LMC);
        assertEquals(0x24 + bits, Raw.getInt(attributes + Layout.IbvQpAttr.AH_ATTR__DLID) & 0xffff);
        assertEquals(bits, Raw.getByte(attributes + Layout.IbvQpAttr.AH_ATTR__SRC_PATH_BITS));
        assertEquals(0, Raw.getByte(attributes + Layout.IbvQpAttr.AH_ATTR__IS_GLOBAL));
        assertEquals(1, Raw.getByte(attributes + Layout.IbvQpAttr.AH_ATTR__PORT_NUM));
        assertEquals(0xbff0 + bits, told(own.onPath(path)).lid());
      }
    }
  }

  @Test
  void pathsOfRoceHaveFlowLabels() {
    GidEntry gid = new GidEntry(3, IPV4, GidEntry.Type.ROCE_V2);
    GidChoice own = port(DevicePort.Link.ETHERNET, 0, 0, gid);
    try (Arena arena = Arena.ofConfined()) {
      for (int path = 0; path < 6; path++) {
        long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
        QueuePair.putAddress(attributes, own.onPath(path), told(own.onPath(path)));
        assertEquals(path, Raw.getInt(attributes + Layout.IbvQpAttr.AH_ATTR__GRH__FLOW_LABEL));
        assertEquals(1, Raw.getByte(attributes + Layout.IbvQpAttr.AH_ATTR__IS_GLOBAL));
        assertEquals(0, Raw.getByte(attributes + Layout.IbvQpAttr.AH_ATTR__SRC_PATH_BITS));
      }
    }
  }
}
