package org.armci4j.bootstrap.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks elements and texts; that a browser takes whole pages, {@code BrowserTest} in cli does. */
class MarkupTest {
  @Test
  void textsAndValuesAreEscapedAndElementsEnd() {
    Markup file = Markup.svg().open("a", "b", "<\"&>", "c", 1).text("1 < 2 & 3 > \"2\"");
    assertEquals(
        "<a b=\"&lt;&quot;&amp;&gt;\" c=\"1\">1 &lt; 2 &amp; 3 &gt; &quot;2&quot;<d e=\"2\"/>"
            + "<f>g</f></a>\n",
        file.empty("d", "e", 2).element("f", "g").end());
  }

  /** What a style would lose by that is not in it. */
  @Test
  void aPageKeepsItsStyleAndAsksNoHost() {
    String page = Markup.page("T", "").end();
    assertTrue(page.contains("<style>" + Markup.style() + "</style>"), page);
    assertTrue(page.contains("default-src 'none'"), page);
    assertTrue(page.endsWith("<body><h1>T</h1></body></html>\n"), page);
  }
}
