/** The icons, from one file that the browser keeps. `app/icons/` has an SVG file for each; the build puts them together. */
import type { SVGProps } from "react";
import type { IconName } from "./icon-names";
import sprite from "./icons.svg";

const icon = (name: IconName) => (props: SVGProps<SVGSVGElement>) => (
  <svg width={15} height={15} aria-hidden {...props}>
    <use href={`${sprite}#${name}`} />
  </svg>
);

export const ArchiveIcon = /* @__PURE__ */ icon("Archive");
export const ArrowRightIcon = /* @__PURE__ */ icon("ArrowRight");
export const BookmarkFilledIcon = /* @__PURE__ */ icon("BookmarkFilled");
export const BookmarkIcon = /* @__PURE__ */ icon("Bookmark");
export const CheckCircledIcon = /* @__PURE__ */ icon("CheckCircled");
export const CheckIcon = /* @__PURE__ */ icon("Check");
export const ChevronDownIcon = /* @__PURE__ */ icon("ChevronDown");
export const ChevronLeftIcon = /* @__PURE__ */ icon("ChevronLeft");
export const ChevronRightIcon = /* @__PURE__ */ icon("ChevronRight");
export const CircleIcon = /* @__PURE__ */ icon("Circle");
export const CounterClockwiseClockIcon = /* @__PURE__ */ icon("CounterClockwiseClock");
export const Cross2Icon = /* @__PURE__ */ icon("Cross2");
export const CrossCircledIcon = /* @__PURE__ */ icon("CrossCircled");
export const DotsHorizontalIcon = /* @__PURE__ */ icon("DotsHorizontal");
export const DownloadIcon = /* @__PURE__ */ icon("Download");
export const ExclamationTriangleIcon = /* @__PURE__ */ icon("ExclamationTriangle");
export const ExitIcon = /* @__PURE__ */ icon("Exit");
export const ExternalLinkIcon = /* @__PURE__ */ icon("ExternalLink");
export const EyeOpenIcon = /* @__PURE__ */ icon("EyeOpen");
export const FileTextIcon = /* @__PURE__ */ icon("FileText");
export const HomeIcon = /* @__PURE__ */ icon("Home");
export const InfoCircledIcon = /* @__PURE__ */ icon("InfoCircled");
export const ListBulletIcon = /* @__PURE__ */ icon("ListBullet");
export const LockClosedIcon = /* @__PURE__ */ icon("LockClosed");
export const MagnifyingGlassIcon = /* @__PURE__ */ icon("MagnifyingGlass");
export const MinusCircledIcon = /* @__PURE__ */ icon("MinusCircled");
export const MixerHorizontalIcon = /* @__PURE__ */ icon("MixerHorizontal");
export const Pencil2Icon = /* @__PURE__ */ icon("Pencil2");
export const PersonIcon = /* @__PURE__ */ icon("Person");
export const PlusIcon = /* @__PURE__ */ icon("Plus");
export const QuestionMarkIcon = /* @__PURE__ */ icon("QuestionMark");
export const ReloadIcon = /* @__PURE__ */ icon("Reload");
export const ResetIcon = /* @__PURE__ */ icon("Reset");
export const TableIcon = /* @__PURE__ */ icon("Table");
export const TimerIcon = /* @__PURE__ */ icon("Timer");
export const UpdateIcon = /* @__PURE__ */ icon("Update");
