import type { IconName } from "./icon-names";
import sprite from "./icons.svg";

interface IconProps {
  name: IconName;
  /** In a button, which leaves it its own size; elsewhere it is as high as the text around it. */
  inButton?: boolean;
}

/** An icon, which screen readers leave out. `app/icons/` has an SVG file for each; the build puts them into one, which the browser keeps. */
export function Icon({ name, inButton = false }: IconProps) {
  return (
    <svg width={15} height={15} className={inButton ? undefined : "icon"} aria-hidden>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
