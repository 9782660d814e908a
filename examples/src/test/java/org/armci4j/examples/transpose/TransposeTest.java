package org.armci4j.examples.transpose;

import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.EntryList;
import org.armci4j.examples.sparse.RandomRows;
import org.armci4j.examples.sparse.SameRows;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StreamTranspose;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransposeTest {
  @ParameterizedTest
  @CsvSource({
    // ranks, rows, columns, density
    "1, 9, 5, 0.4",
    "2, 40, 61, 0.2",
    "3, 2, 50, 0.5",
    "3, 50, 2, 0.5",
    "4, 0, 9, 0.5",
    "4, 20, 20, 0",
    "4, 150, 130, 1"
  })
  void allFormsTranspose(int ranks, int rows, int columns, double density) {
    RandomRows source = new RandomRows(rows, columns, density, 1);
    RankThreads.of(ranks)
        .run(
            armci -> {
              SparseMatrix matrix = SparseMatrix.of(source, CyclicDeal.of(armci, rows));
              EntryList own = new EntryList();
              CyclicDeal deal = CyclicDeal.of(armci, columns);
              for (int place = 0; place < deal.count(); place++) {
                for (int row = 0; row < rows; row++) {
                  int wanted = deal.index(place);
                  for (int column : source.row(row)) {
                    if (column == wanted) {
                      own.add(place, row);
                    }
                  }
                }
              }
              SparseMatrix expected = own.toMatrix(deal, rows);
              try (WordTranspose form = new WordTranspose(armci, columns, new VirtualParts(5))) {
                new SameRows(expected).accept(form.of(matrix));
                new SameRows(expected).accept(form.of(matrix)); // counts from 0 again
              }
              new SameRows(expected).accept(BatchTranspose.of(armci, matrix));
              new SameRows(expected).accept(StreamTranspose.of(armci, matrix));
            });
  }
}
