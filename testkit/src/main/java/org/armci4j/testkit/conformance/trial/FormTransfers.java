package org.armci4j.testkit.conformance.trial;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.armci4j.strided.TransferPlan;

/**
 * Makes puts, gets and accumulates of every shape in one {@link Form}, so that a program is written
 * once. From a call until {@link #complete} the local buffer belongs to the call.
 */
public final class FormTransfers {
  private final Armci armci;
  private final Strided strided;
  private final Form form;
  private final Handle handle;

  public FormTransfers(Armci armci, Form form) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.form = form;
    this.handle = form == Form.IMPLICIT ? armci.implicit() : armci.newHandle();
  }

  public Form form() {
    return form;
  }

  /**
   * Waits until all calls are locally complete. Later calls are ordered after them as after
   * blocking ones.
   */
  public void complete() {
    switch (form) {
      case BLOCKING -> {}
      case HANDLE -> handle.await();
      case IMPLICIT -> armci.awaitAll();
    }
  }

  public void put(
      MemorySegment from, long fromOffset, GlobalMemory to, int rank, long offset, long size) {
    switch (form) {
      case BLOCKING -> armci.put(from, fromOffset, to, rank, offset, size);
      case HANDLE, IMPLICIT -> armci.nbPut(from, fromOffset, to, rank, offset, size, handle);
    }
  }

  public void get(
      GlobalMemory from, int rank, long offset, MemorySegment to, long toOffset, long size) {
    switch (form) {
      case BLOCKING -> armci.get(from, rank, offset, to, toOffset, size);
      case HANDLE, IMPLICIT -> armci.nbGet(from, rank, offset, to, toOffset, size, handle);
    }
  }

  public void accumulate(
      Accumulation kind,
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      int rank,
      long offset,
      long size) {
    switch (form) {
      case BLOCKING -> armci.accumulate(kind, from, fromOffset, to, rank, offset, size);
      case HANDLE, IMPLICIT ->
          armci.nbAccumulate(kind, from, fromOffset, to, rank, offset, size, handle);
    }
  }

  public void put(MemorySegment from, Section local, GlobalMemory to, int rank, Section remote) {
    switch (form) {
      case BLOCKING -> strided.put(from, local, to, rank, remote);
      case HANDLE, IMPLICIT -> strided.nbPut(from, local, to, rank, remote, handle);
    }
  }

  public void get(GlobalMemory from, int rank, Section remote, MemorySegment to, Section local) {
    switch (form) {
      case BLOCKING -> strided.get(from, rank, remote, to, local);
      case HANDLE, IMPLICIT -> strided.nbGet(from, rank, remote, to, local, handle);
    }
  }

  public void accumulate(
      Accumulation kind,
      MemorySegment from,
      Section local,
      GlobalMemory to,
      int rank,
      Section remote) {
    switch (form) {
      case BLOCKING -> strided.accumulate(kind, from, local, to, rank, remote);
      case HANDLE, IMPLICIT -> strided.nbAccumulate(kind, from, local, to, rank, remote, handle);
    }
  }

  public void put(
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      int rank,
      long offset,
      TransferPlan plan) {
    switch (form) {
      case BLOCKING -> strided.put(from, fromOffset, to, rank, offset, plan);
      case HANDLE, IMPLICIT -> strided.nbPut(from, fromOffset, to, rank, offset, plan, handle);
    }
  }

  public void get(
      GlobalMemory from,
      int rank,
      long offset,
      MemorySegment to,
      long toOffset,
      TransferPlan plan) {
    switch (form) {
      case BLOCKING -> strided.get(from, rank, offset, to, toOffset, plan);
      case HANDLE, IMPLICIT -> strided.nbGet(from, rank, offset, to, toOffset, plan, handle);
    }
  }

  public void accumulate(
      Accumulation kind,
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      int rank,
      long offset,
      TransferPlan plan) {
    switch (form) {
      case BLOCKING -> strided.accumulate(kind, from, fromOffset, to, rank, offset, plan);
      case HANDLE, IMPLICIT ->
          strided.nbAccumulate(kind, from, fromOffset, to, rank, offset, plan, handle);
    }
  }
}
