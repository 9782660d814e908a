package org.armci4j.bootstrap.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangeTableTest {
  private final List<String> told = new ArrayList<>();
  private final ExchangeTable table = new ExchangeTable(4);

  private void come(int rank, int... members) {
    comeTo("k", rank, members);
  }

  private void comeTo(String key, int rank, int... members) {
    table.contribute(
        key,
        false,
        members,
        rank,
        new byte[] {(byte) rank},
        new ExchangeTable.Listener() {
          @Override
          public void completed(List<byte[]> parts) {
            told.add(rank + " has " + parts.stream().map(part -> (int) part[0]).toList());
          }

          @Override
          public void failed(String reason) {
            told.add(rank + " failed: " + reason);
          }

          @Override
          public void waitExtended() {
            told.add(rank + " goes on");
          }
        });
  }

  @Test
  void completesWithTheLastOne() {
    come(2, 0, 2);
    assertEquals(List.of(), told);
    come(0, 0, 2);
    assertEquals(List.of("2 has [0, 2]", "0 has [0, 2]"), told);
    assertEquals(0, table.remembered());
  }

  @Test
  void aFailedOneIsRememberedUntilAllHaveHeard() {
    come(0, 0, 1, 2);
    table.giveUp("k", 0, "waited");
    come(1, 0, 1, 2);
    assertEquals(1, table.remembered());
    come(2, 0, 1, 2);
    String reason = " failed: rank 0 waited; not arrived: ranks [1, 2]";
    assertEquals(List.of("0" + reason, "1" + reason, "2" + reason), told);
    assertEquals(0, table.remembered());
  }

  @Test
  void whoHasLeftIsNotWaitedFor() {
    come(0, 0, 1);
    table.leave(1);
    assertEquals(List.of("0 failed: rank 1 has left the job"), told);
    assertEquals(0, table.remembered());
    come(3, 1, 3);
    assertEquals("3 failed: rank 1 has left the job", told.get(1));
    assertEquals(0, table.remembered());
  }

  @Test
  void whoCameBeforeItLeftCounts() {
    come(0, 0, 1);
    table.leave(0);
    come(1, 0, 1);
    assertEquals("1 has [0, 1]", told.get(1));
  }

  @Test
  void givingUpWhatOneHasNotComeToDoesNothing() {
    come(0, 0, 1);
    table.giveUp("k", 1, "waited");
    table.giveUp("other", 0, "waited");
    assertEquals(List.of(), told);
    come(1, 0, 1);
    table.giveUp("k", 1, "waited");
    assertEquals(List.of("0 has [0, 1]", "1 has [0, 1]"), told);
  }

  @Test
  void whoIsOverdueWaitsAgainWhileOthersCome() {
    come(0, 0, 1, 2, 3);
    come(1, 0, 1, 2, 3);
    table.overdue("k", 0, "waited");
    come(2, 0, 1, 2, 3);
    table.overdue("k", 0, "waited");
    table.overdue("k", 1, "waited");
    assertEquals(List.of("0 goes on", "0 goes on", "1 goes on"), told);
    told.clear();
    table.overdue("k", 2, "waited");
    String reason = " failed: rank 2 waited; not arrived: ranks [3]";
    assertEquals(List.of("0" + reason, "1" + reason, "2" + reason), told);
  }

  @Test
  void whoIsOverdueWhenAllHaveComeIsToldNothingMore() {
    come(0, 0, 1);
    come(1, 0, 1);
    table.overdue("k", 0, "waited");
    assertEquals(List.of("0 has [0, 1]", "1 has [0, 1]"), told);
  }

  @Test
  void aRefusalEndsWhatIsUnderWayAndWhatComesLaterOnce() {
    comeTo("f/a", 0, 0, 1, 2);
    table.refuse("f/", 1, "wrong");
    comeTo("f/a", 2, 0, 1, 2);
    String reason = " failed: rank 1 does not come: wrong";
    assertEquals(List.of("0" + reason, "2" + reason), told);
    assertEquals(0, table.remembered());
    told.clear();
    meetAgain();
  }

  @Test
  void aRefusalBeforeAnybodyHasComeIsHeardToo() {
    table.refuse("f/", 1, "wrong");
    comeTo("g/a", 3, 1, 3);
    assertEquals(List.of(), told);
    comeTo("f/a", 0, 0, 1, 2);
    comeTo("f/a", 2, 0, 1, 2);
    String reason = " failed: rank 1 does not come: wrong";
    assertEquals(List.of("0" + reason, "2" + reason), told);
    told.clear();
    meetAgain();
  }

  @Test
  void ranksThatAllRefuseHearNothing() {
    for (int rank = 0; rank < 3; rank++) {
      table.refuse("f/", rank, "wrong");
    }
    meetAgain();
  }

  @Test
  void aRankThatRefusesInTheSameAttemptIsNotWaitedFor() {
    comeTo("f/a", 0, 0, 1, 2);
    table.refuse("f/", 1, "wrong");
    table.refuse("f/", 2, "wrong too");
    assertEquals(List.of("0 failed: rank 1 does not come: wrong"), told);
    assertEquals(0, table.remembered());
    told.clear();
    meetAgain();
  }

  @Test
  void aRefusalOfTheNextAttemptIsNews() {
    table.refuse("f/", 1, "wrong");
    table.refuse("f/", 1, "wrong again");
    comeTo("f/a", 0, 0, 1);
    comeTo("f/a", 0, 0, 1);
    String reason = "0 failed: rank 1 does not come: wrong again";
    assertEquals(List.of(reason, reason), told);
    told.clear();
    meetAgain(0, 1);
  }

  @Test
  void aRankThatHasHeardGoesOnWhileAnotherHasNot() {
    table.refuse("f/", 1, "wrong");
    table.refuse("f/", 1, "wrong again");
    comeTo("f/a", 0, 0, 1, 2);
    comeTo("f/a", 0, 0, 1, 2);
    assertEquals(2, told.size());
    comeTo("f/a", 0, 0, 1, 2);
    comeTo("f/a", 1, 0, 1, 2);
    assertEquals(2, told.size());
    comeTo("f/a", 2, 0, 1, 2);
    comeTo("f/a", 2, 0, 1, 2);
    assertEquals(4, told.stream().filter(text -> text.contains("wrong again")).count());
    comeTo("f/a", 2, 0, 1, 2);
    assertEquals(3, told.stream().filter(text -> text.contains("has [0, 1, 2]")).count());
    assertEquals(0, table.remembered());
  }

  @Test
  void aRankThatHasRefusedMayWaitBeforeTheOthersHaveHeard() {
    table.refuse("f/", 1, "wrong");
    comeTo("f/a", 1, 0, 1);
    comeTo("f/a", 0, 0, 1);
    assertEquals(List.of("0 failed: rank 1 does not come: wrong"), told);
    comeTo("f/a", 0, 0, 1);
    assertEquals(List.of("1 has [0, 1]", "0 has [0, 1]"), told.subList(1, 3));
    assertEquals(0, table.remembered());
  }

  @Test
  void thoseThatMeetForgetWhatFailedElsewhere() {
    comeTo("f/a", 2, 2, 3);
    table.refuse("f/", 3, "wrong");
    comeTo("f/b", 2, 1, 2);
    comeTo("f/b", 1, 1, 2);
    told.clear();
    comeTo("f/c", 1, 1, 3);
    assertEquals(List.of(), told);
  }

  private void meetAgain() {
    meetAgain(0, 1, 2);
  }

  private void meetAgain(int... members) {
    for (int rank : members) {
      assertEquals(List.of(), told);
      comeTo("f/a", rank, members);
    }
    assertEquals(members.length, told.size());
    assertEquals(0, told.stream().filter(text -> text.contains("failed")).count(), told.toString());
  }
}
